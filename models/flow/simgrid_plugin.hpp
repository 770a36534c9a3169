// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/flow/simgrid_engine.hpp"

namespace clustersim {

/// The shared object that holds SimGrid. It is compiled from `simgrid_plugin.cpp` alone, and nothing of
/// the program is linked into it.
inline constexpr char const* simgrid_plugin_file = "clustersim_simgrid.so";
/// Its one function, of the type TransferTimes.
inline constexpr char const* simgrid_plugin_function = "clustersim_transfer_times";

}  // namespace clustersim
