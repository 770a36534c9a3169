// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_table.hpp"

#include "sim/core/ensure.hpp"
#include "sim/study/metric_families.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

std::vector<Metric> joined_families() {
    std::vector<Metric> all;
    for (auto const family : {time_metrics(),
                              change_metrics(),
                              task_metrics(),
                              training_metrics(),
                              batch_metrics(),
                              cost_metrics(),
                              input_metrics(),
                              campaign_metrics(),
                              queue_metrics()})
        all.insert(all.end(), family.begin(), family.end());
    return all;
}

}  // namespace

std::span<Metric const> metrics() {
    static std::vector<Metric> const all = joined_families();
    return all;
}

Metric const* find_metric(std::string_view name) {
    auto const all = metrics();
    auto const found = std::ranges::find(all, name, &Metric::name);
    return found == all.end() ? nullptr : &*found;
}

Metric const& metric_named(std::string_view name) {
    Metric const* const found = find_metric(name);
    CS_ENSURE(found != nullptr, "every metric named in the program exists");
    return *found;
}

}  // namespace clustersim
