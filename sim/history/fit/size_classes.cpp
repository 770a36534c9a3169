// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/size_classes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace clustersim {
namespace {

constexpr double own_share = 0.03;
constexpr std::size_t fewest_jobs = 10;

struct Tally {
    double jobs = 0.0;
    double batches = 0.0;
};

/// A group while it is made: sizes are weighted by jobs.
struct Forming {
    std::vector<std::size_t> batches;
    double jobs = 0.0;
    double sizes = 0.0;

    [[nodiscard]] double mean() const { return sizes / jobs; }
    void add(Forming const& other) {
        batches.insert(batches.end(), other.batches.begin(), other.batches.end());
        jobs += other.jobs;
        sizes += other.sizes;
    }
};

/// Groups by (power of two, own size or 0): the popular sizes and the rest of each octave.
std::map<std::pair<int, std::int32_t>, Forming> by_octave(JobLog const& log,
                                                          std::vector<LogBatch> const& batches) {
    std::map<std::int32_t, Tally> tallies;
    for (LogBatch const& batch : batches) {
        tallies[batch.size].jobs += static_cast<double>(batch.jobs.size());
        ++tallies[batch.size].batches;
    }
    auto const popular = [&](std::int32_t size) {
        Tally const& own = tallies.at(size);
        return own.jobs >= own_share * static_cast<double>(log.past.jobs.size()) ||
               own.batches >= own_share * static_cast<double>(batches.size());
    };
    std::map<std::pair<int, std::int32_t>, Forming> groups;
    for (std::size_t b = 0; b < batches.size(); ++b) {
        std::int32_t const size = batches[b].size;
        auto const octave = static_cast<int>(std::bit_width(static_cast<std::uint32_t>(size))) - 1;
        Forming& group = groups[{octave, popular(size) ? size : 0}];
        auto const jobs = static_cast<double>(batches[b].jobs.size());
        group.batches.push_back(b);
        group.jobs += jobs;
        group.sizes += jobs * size;
    }
    return groups;
}

}  // namespace

std::vector<SizeGroup> size_groups(JobLog const& log, std::vector<LogBatch> const& batches) {
    std::vector<Forming> forming, rest;
    for (auto& [key, group] : by_octave(log, batches)) {
        bool const own = key.second != 0;
        if (own)
            forming.push_back(std::move(group));
        else if (!rest.empty() && rest.back().jobs < fewest_jobs)
            rest.back().add(group);
        else
            rest.push_back(std::move(group));
    }
    std::ranges::move(rest, std::back_inserter(forming));
    std::ranges::stable_sort(forming, {}, &Forming::mean);
    std::vector<SizeGroup> groups;
    for (Forming& group : forming) {
        std::ranges::sort(group.batches);
        auto const size = static_cast<std::int32_t>(std::lround(group.mean()));
        groups.push_back(
            {size, std::move(group.batches), static_cast<std::size_t>(std::lround(group.jobs))});
    }
    return groups;
}

std::vector<std::size_t> group_of_batches(std::vector<SizeGroup> const& groups,
                                          std::size_t batches) {
    std::vector<std::size_t> found(batches);
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (std::size_t const b : groups[g].batches) found[b] = g;
    return found;
}

}  // namespace clustersim
