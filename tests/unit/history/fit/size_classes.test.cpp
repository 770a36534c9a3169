// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/size_classes.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// Jobs of these sizes, one a day.
JobLog log_of(std::vector<std::pair<std::int32_t, int>> const& sizes) {
    JobLog log;
    for (auto const& [size, count] : sizes) {
        for (int i = 0; i < count; ++i) {
            PastJob job;
            job.submit = Instant{86400 * std::ssize(log.past.jobs)};
            job.stated_run = Seconds{10};
            job.nodes = size;
            log.past.jobs.push_back(job);
        }
    }
    return log;
}

}  // namespace

TEST_CASE("popular sizes are alone, the others in octaves, the few largest apart",
          "[study][unit]") {
    JobLog const log =
        log_of({{1, 100}, {4, 100}, {5, 8}, {6, 7}, {40, 2}, {100, 100}, {101, 3}, {900, 4}});
    auto const batches = batches_of(log);
    CHECK(batches.size() == log.past.jobs.size());
    auto const groups = size_groups(log, batches);
    std::vector<std::pair<std::int32_t, std::size_t>> found;
    for (SizeGroup const& group : groups) found.emplace_back(group.size, group.jobs);
    // 40 (2 jobs), 101 (3) and 900 (4) are together, as each of them is too rare alone.
    CHECK(found == std::vector<std::pair<std::int32_t, std::size_t>>{
                       {1, 100}, {4, 100}, {5, 15}, {100, 100}, {443, 9}});
    CHECK(group_of_batches(groups, batches.size())[0] == 0);
    CHECK(group_of_batches(groups, batches.size()).back() == 4);
}

TEST_CASE("a batch is of one user and size and has no gap of more than five minutes",
          "[study][unit]") {
    JobLog log = log_of({{2, 6}});
    std::vector<std::int64_t> const submits{0, 300, 601, 650, 660, 700};
    for (std::size_t i = 0; i < submits.size(); ++i) log.past.jobs[i].submit = Instant{submits[i]};
    log.past.jobs[3].user = 1;
    log.past.jobs[4].nodes = 3;
    auto const batches = batches_of(log);
    REQUIRE(batches.size() == 4);
    CHECK(batches[0].jobs == std::vector<std::size_t>{0, 1});
    CHECK(batches[1].jobs == std::vector<std::size_t>{2, 5});
    CHECK(batches_by_user(batches, 2)[1] == std::vector<std::size_t>{2});
}
