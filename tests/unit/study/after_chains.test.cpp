// SPDX-License-Identifier: Apache-2.0
#include "sim/study/after_chains.hpp"

#include "sim/study/campaign_results.hpp"
#include "sim/study/turnaround.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

constexpr std::int64_t submitted_at = 1000;

/// A sample that is eligible and starts so long after the submission, and runs for 100 s.
QueueSample sample_of(std::int64_t eligible, std::int64_t wait) {
    QueueSample sample{Instant{submitted_at}, Instant{submitted_at + wait}};
    sample.eligible = Instant{submitted_at + eligible};
    sample.held = Seconds{100};
    return sample;
}

struct Jobs {
    std::vector<ResolvedJob> jobs;
    std::vector<JobOutcome> outcomes;

    void add(std::string const& name, std::vector<QueueSample> samples) {
        jobs.emplace_back().spec.name = name;
        outcomes.emplace_back().job = name;
        outcomes.back().samples = std::move(samples);
    }
    /// A run over several submissions with these calendar times, ascending.
    void add_chain(std::string const& name,
                   std::vector<QueueSample> samples,
                   std::vector<Duration> calendars) {
        add(name, std::move(samples));
        jobs.back().spec.checkpoint = CheckpointSpec{};
        outcomes.back().campaign = PlannedCampaign{};
        outcomes.back().campaign_result = CampaignResult{};
        outcomes.back().campaign_result->forecast.calendars = std::move(calendars);
    }
    void wait(std::size_t job, std::string const& other, slurm::DependencyType type) {
        jobs[job].spec.form.after.push_back({type, other, 0, {}});
    }
    void settle() { settle_after_chains(outcomes, jobs); }
    [[nodiscard]] std::int64_t wait_of(std::size_t job, std::size_t sample) const {
        return outcomes[job].samples[sample].wait().count;
    }
};

constexpr auto ok = slurm::DependencyType::afterok;
constexpr auto start = slurm::DependencyType::after;

}  // namespace

TEST_CASE("a job after a chain waits from the chain's end of the same replicate", "[study][unit]") {
    Jobs all;
    all.add_chain("train", {sample_of(0, 10), sample_of(0, 20)}, {seconds(5000), seconds(7000)});
    all.add("evaluate", {sample_of(0, 30), sample_of(0, 40)});
    all.wait(1, "train", ok);
    all.settle();
    CHECK(all.wait_of(0, 0) == 10);
    CHECK(all.wait_of(1, 0) == 7030);
    CHECK(all.wait_of(1, 1) == 5040);
    CHECK(all.outcomes[1].samples[0].eligible == Instant{submitted_at + 7000});
    CHECK(last_ends(all.outcomes[1]) == std::vector<double>{7130.0, 5140.0});
}

TEST_CASE("a chain that waited for a job ends so much later", "[study][unit]") {
    Jobs all;
    all.add("prepare", {sample_of(0, 300)});
    all.add_chain("train", {sample_of(400, 450)}, {seconds(5000)});
    all.add("evaluate", {sample_of(0, 30)});
    all.wait(1, "prepare", ok);
    all.wait(2, "train", ok);
    all.settle();
    CHECK(last_ends(all.outcomes[1]) == std::vector<double>{5400.0});
    CHECK(all.wait_of(2, 0) == 5430);
}

TEST_CASE("what waits for a moved job moves with it, and the later of two conditions counts",
          "[study][unit]") {
    Jobs all;
    all.add_chain("train", {sample_of(0, 10)}, {seconds(5000)});
    all.add("evaluate", {sample_of(0, 30)});
    all.add("report", {sample_of(130, 150)});
    all.add("slow", {sample_of(0, 0)});
    all.add("both", {sample_of(6000, 6010)});
    all.wait(1, "train", ok);
    all.wait(2, "evaluate", ok);
    all.wait(4, "slow", ok);
    all.wait(4, "train", ok);
    all.settle();
    CHECK(all.wait_of(2, 0) == 5150);
    // The chain ended before the other condition was fulfilled.
    CHECK(all.wait_of(4, 0) == 6010);
}

TEST_CASE("a condition on the start of a chain is one on its first submission", "[study][unit]") {
    Jobs all;
    all.add_chain("train", {sample_of(0, 10)}, {seconds(5000)});
    all.add("watch", {sample_of(10, 30)});
    all.wait(1, "train", start);
    all.settle();
    CHECK(all.wait_of(1, 0) == 30);
}

TEST_CASE("after the longest of several equal chains", "[study][unit]") {
    Jobs all;
    all.add_chain("train",
                  {sample_of(0, 10), sample_of(0, 10), sample_of(0, 10), sample_of(0, 10)},
                  {seconds(3000), seconds(4000), seconds(5000), seconds(8000)});
    all.outcomes[0].tasks = 2;
    all.add("evaluate", {sample_of(0, 0), sample_of(0, 0)});
    all.wait(1, "train", ok);
    all.settle();
    CHECK(all.wait_of(1, 0) == 5000);
    CHECK(all.wait_of(1, 1) == 8000);
}

TEST_CASE("a job after a chain without an end never starts", "[study][unit]") {
    Jobs all;
    all.add_chain("train", {QueueSample{Instant{submitted_at}, std::nullopt}}, {seconds(5000)});
    all.outcomes[0].campaign_result.reset();
    all.add("evaluate", {sample_of(0, 30)});
    all.add("report", {sample_of(130, 150)});
    all.wait(1, "train", ok);
    all.wait(2, "evaluate", ok);
    all.settle();
    for (std::size_t const job : {std::size_t{1}, std::size_t{2}}) {
        QueueSample const& sample = all.outcomes[job].samples.front();
        CHECK_FALSE(sample.has_started());
        CHECK(sample.reason == "pending: Dependency");
    }
}
