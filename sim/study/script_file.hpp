// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/input_file.hpp"
#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

/// The bytes of a job script ("-": standard input) as they are: sbatch refuses DOS line breaks and a byte order mark, which
/// read_text() removes.
Result<std::string> read_script_file(GivenFile const& given);

}  // namespace clustersim
