// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/advice.hpp"
#include "sim/report/format.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// What a job script asks for, when its job starts and ends, its cost, and the changes that let it end sooner, within
/// `width` columns of a terminal.
std::string advice_text(Advice const& advice, Format format);

}  // namespace clustersim
