// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/advice.hpp"

#include <string>

namespace clustersim {

/// The same as advice_text() with plain SI units; schema clustersim/advice/1.
std::string advice_json(Advice const& advice);

}  // namespace clustersim
