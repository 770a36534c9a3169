// SPDX-License-Identifier: Apache-2.0
#include "sim/report/difference_text.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <cmath>

namespace clustersim {

std::string signed_time(double value) {
    if (std::fabs(value) < 0.5) return "0 s";
    return (value < 0.0 ? "−" : "+") + human(seconds(std::fabs(value)));
}

std::string signed_number(double value) {
    if (value == 0.0) return "0";
    return (value < 0.0 ? "−" : "+") + human_number(std::fabs(value));
}

std::string difference_text(double change,
                            std::optional<double> const& half_width,
                            std::string (*text)(double)) {
    if (!half_width) return text(change);
    return fmt::format(
        "{} ({} … {})", text(change), text(change - *half_width), text(change + *half_width));
}

}  // namespace clustersim
