// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/patience_level.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double least_inertia = 2.0 * 86400.0;  // s
constexpr double most_inertia = 4.0 * 86400.0;   // s
constexpr double most_over_dial = 5.0;
double const lowest = std::log(1.0 / 16.0);
double const highest = std::log(2.0);

}  // namespace

PatienceLevel::PatienceLevel(Duration dial)
    : dial_(dial), inertia_(std::clamp(2.0 * dial.si(), least_inertia, most_inertia)) {}

void PatienceLevel::observe(Instant now, Duration backlog) {
    if (now < last_) return;
    auto const passed = static_cast<double>((now - last_).count);
    double const sought = std::max(0.0, age_ - inertia_);
    age_ += passed;
    double const more = std::max(0.0, age_ - inertia_) - sought;
    // The logarithm is the integral of dt / (inertia + t).
    double const weight = std::log1p(more / (inertia_ + sought));
    log_scale_ = std::clamp(
        log_scale_ - weight * (std::min(backlog_ / dial_, most_over_dial) - 1.0), lowest, highest);
    last_ = now;
    backlog_ = backlog;
}

double PatienceLevel::scale() const {
    return std::exp(log_scale_);
}

}  // namespace clustersim
