// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/typical_users.hpp"

#include "sim/core/ensure.hpp"
#include "sim/workload/arrival_shape.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace clustersim {
namespace {

/// Every sample of many users is typical, and sampling them takes time.
constexpr std::size_t sampled_users = 30'000;
constexpr std::size_t most_samples = 31;

struct Sample {
    double jobs_per_work = 0.0;
    std::vector<UserStyle> users;
};

}  // namespace

UnitsOfClass units_of_class(Mix const& mix, PartitionShape const& partition) {
    return [&mix, &partition](SizeClass const& size) {
        return shape_arrival({Instant{}, Seconds{1}, size.size}, mix, partition).work();
    };
}

std::vector<UserStyle>
typical_users(BatchModel const& model, UserRates const& rates, RandomStream& random) {
    CS_ENSURE(model.users.has_value(), "a mix with users");
    auto const users = static_cast<std::size_t>(model.users->count);
    std::size_t const samples =
        std::clamp<std::size_t>(sampled_users / users, 1, most_samples) | 1U;
    if (samples == 1) return sample_users(model, random);
    std::vector<Sample> found(samples);
    for (Sample& sample : found) {
        sample.users = sample_users(model, random);
        BatchRate const rate = rates.of(sample.users);
        sample.jobs_per_work = rate.jobs / rate.work;
    }
    auto const median = found.begin() + static_cast<std::ptrdiff_t>(samples / 2);
    std::ranges::nth_element(found, median, {}, &Sample::jobs_per_work);
    return std::move(median->users);
}

}  // namespace clustersim
