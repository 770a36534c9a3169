// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/diff/diff_answer.hpp"

#include <string>

namespace clustersim {

/// Who gains and who loses, then the waits of each class and the use of the machine. CSV has one row for each number.
std::string diff_text(DiffAnswer const& answer, Format format);

}  // namespace clustersim
