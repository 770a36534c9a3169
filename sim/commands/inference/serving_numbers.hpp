// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/serving.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace clustersim {

/// A number for files, in SI units; unset where the rate is not sustained.
struct ServingNumber {
    std::string_view name;
    std::optional<double> value;
    bool whole = false;
};

/// All numbers of a row, in the same order for each row of an answer.
std::vector<ServingNumber> serving_numbers(ServingPoint const& point);

/// Documents for programs.
std::string serving_json(ServingAnswer const& answer);
std::string serving_csv(ServingAnswer const& answer);

}  // namespace clustersim
