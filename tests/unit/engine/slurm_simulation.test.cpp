// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/slurm_simulation.hpp"

#include "sim/engine/listed_submissions.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// Two nodes of four cores in a partition "main"; one of them is also in "closed", which is down.
std::shared_ptr<slurm::Site const> two_nodes() {
    slurm::Site site;
    slurm::NodeRecord record;
    record.cpus = record.cores_per_socket = 4;
    record.real_memory_mb = 8000;
    site.records.push_back(record);
    site.nodes = {{"n1", 0, {}, {}}, {"n2", 0, {}, {}}};
    slurm::Partition main;
    main.name = "main";
    main.nodes = {0, 1};
    main.is_default = true;
    main.oversubscribe = slurm::OverSubscribe::exclusive;
    main.max_share = 0;
    slurm::Partition closed = main;
    closed.name = "closed";
    closed.is_default = false;
    closed.nodes = {1};
    closed.state = slurm::PartitionState::down;
    site.partitions = {main, closed};
    return std::make_shared<slurm::Site const>(std::move(site));
}

slurm::JobRequest request_for(int nodes, std::int64_t run, std::int64_t minutes) {
    slurm::JobRequest request;
    request.partition = "main";
    request.user = "somebody";
    request.min_nodes = request.max_nodes = nodes;
    request.time_minutes = minutes;
    request.run_times = {Seconds{run}};
    return request;
}

StudyJob whole_nodes(int nodes, std::int64_t run, std::int64_t minutes) {
    return {SlurmSubmission{request_for(nodes, run, minutes), std::nullopt}, nullptr};
}

StudyJob one_node_in(std::string partition) {
    slurm::JobRequest request = request_for(1, 600, 20);
    request.partition = std::move(partition);
    return {SlurmSubmission{std::move(request), std::nullopt}, nullptr};
}

/// One job on both nodes every hour, for half an hour each.
class HourlyJobs final : public SubmissionList {
  public:
    explicit HourlyJobs(std::size_t jobs) : jobs_(jobs) {}
    [[nodiscard]] std::size_t size() const override { return jobs_; }
    [[nodiscard]] Instant submit_of(std::size_t index) const override {
        return Instant{static_cast<std::int64_t>(index) * 3600};
    }
    [[nodiscard]] slurm::JobRequest request(std::size_t index) const override {
        slurm::JobRequest request = request_for(2, 1800, 40);
        request.submit = submit_of(index);
        return request;
    }

  private:
    std::size_t jobs_;
};

SlurmSimulation queue_of(std::size_t background) {
    return SlurmSimulation(
        slurm::Controller(two_nodes(), slurm::Phases{}),
        std::make_unique<ListedSubmissions>(std::make_shared<HourlyJobs const>(background)),
        {"main", true});
}

}  // namespace

TEST_CASE("the runs of background jobs are recorded, and a fork records nothing",
          "[engine][unit]") {
    SlurmSimulation queue = queue_of(3);
    CHECK(queue.recorded_runs().jobs.empty());
    queue.record_runs();
    queue.run_until(Instant{3600});
    auto const fork = queue.fork();
    fork->run_until(Instant{4 * 3600});
    auto runs = queue.recorded_runs();
    REQUIRE(runs.jobs.size() >= 1);
    CHECK(runs.jobs.front().nodes == 2);
    CHECK(runs.user_of(runs.jobs.front()) == "somebody");
    CHECK(runs.queue_of(runs.jobs.front()) == "main");
    REQUIRE(runs.jobs.front().ended());
    CHECK(runs.jobs.front().run() == Seconds{1800});
    queue.run_until(Instant{4 * 3600});
    runs = queue.recorded_runs();
    REQUIRE(runs.jobs.size() == 3);
    for (PastJob const& run : runs.jobs) CHECK(run.ended());
}

TEST_CASE("what a job waits for is recorded on request, and a fork records nothing",
          "[engine][unit]") {
    SlurmSimulation queue = queue_of(3);
    queue.run_until(Instant{60});
    auto const silent = queue.fork();
    queue.record_waits();
    std::size_t const job = queue.submit_now(whole_nodes(2, 600, 20));
    auto const fork = queue.fork();
    REQUIRE(queue.run_until_started(job, Horizon::days(60)));
    Instant const started = *queue.run_until_started(job, Horizon::days(60));
    auto const course = queue.wait_course(job);
    REQUIRE(course != nullptr);
    REQUIRE(course->reasons.size() >= 1);
    CHECK(course->reasons.front().at == Instant{60});
    CHECK(course->reasons.back().reason == slurm::Reason::resources);
    CHECK(course->priorities.back().at == started);
    CHECK(fork->wait_course(job) == nullptr);
    CHECK(silent->submit_now(whole_nodes(2, 600, 20)) == job);
    CHECK(silent->run_until_started(job, Horizon::days(60)) == started);
    CHECK(silent->wait_course(job) == nullptr);
}

TEST_CASE("the start of a job is known although Slurm forgets it at once", "[engine][unit]") {
    auto site = std::make_shared<slurm::Site>(*two_nodes());
    site->settings.min_job_age = 2;
    SlurmSimulation built(
        slurm::Controller(site, slurm::Phases{}),
        std::make_unique<ListedSubmissions>(std::make_shared<HourlyJobs const>(0)),
        {"main", true});
    std::size_t const brief = built.submit_now(whole_nodes(1, 10, 5));
    std::size_t const after =
        built.submit_now({SlurmSubmission{request_for(1, 60, 20),
                                          std::nullopt,
                                          std::nullopt,
                                          {{slurm::DependencyType::afterok, {brief}, 0}}},
                          nullptr});
    SlurmSimulation queue = std::move(built);  // the jobs are still observed
    auto const fork = queue.fork();
    for (QueueModel* one : {static_cast<QueueModel*>(&queue), fork.get()}) {
        one->run_until(Instant{600});
        auto const start = one->run_until_started(brief, Horizon::days(60));
        REQUIRE(start);
        CHECK(*start < Instant{120});
        CHECK(one->run_until_started(after, Horizon::days(60)));
        CHECK(one->why_not_running(brief).empty());
    }
    CHECK(queue.controller().find(queue.outcome(brief).job_id) == nullptr);
}

TEST_CASE("background jobs are submitted automatically and hold nodes while they run",
          "[engine][unit]") {
    SlurmSimulation queue = queue_of(3);
    queue.run_until(Instant{600});
    CHECK(queue.busy_units() == 2);
    CHECK(queue.waiting() == 0);
    queue.run_until(Instant{2400});
    CHECK(queue.busy_units() == 0);
    queue.run_until(Instant{3 * 3600});
    CHECK(queue.now() == Instant{3 * 3600});
    CHECK(queue.controller().unfinished() == 0);
    CHECK(queue.refused() == 0);
}

TEST_CASE("a job waits for the nodes that background jobs hold", "[engine][unit]") {
    SlurmSimulation queue = queue_of(1);
    queue.run_until(Instant{300});
    std::size_t const job = queue.submit_now(whole_nodes(1, 600, 20));
    CHECK(queue.waiting() == 1);
    auto const started = queue.run_until_started(job, Horizon::days(60));
    REQUIRE(started);
    CHECK(*started >= Instant{1800});
    CHECK(*started < Instant{1800 + 120});
}

TEST_CASE("a fork evolves independently", "[engine][unit]") {
    SlurmSimulation queue = queue_of(2);
    queue.run_until(Instant{2000});
    auto const fork = queue.fork();
    std::size_t const job = fork->submit_now(whole_nodes(2, 3000, 60));
    CHECK(fork->run_until_started(job, Horizon::days(60)) < Instant{2100});
    fork->run_until(Instant{3700});
    CHECK(fork->waiting() == 1);
    queue.run_until(Instant{3700});
    CHECK(queue.waiting() == 0);
    CHECK(queue.busy_units() == 2);
}

TEST_CASE("an extended job keeps its nodes past its original limit", "[engine][unit]") {
    auto const next_start = [](std::optional<Seconds> extended) {
        SlurmSimulation queue = queue_of(0);
        // Two and a half hours, requests two.
        StudyJob const longer{SlurmSubmission{request_for(2, 9000, 120), extended}, nullptr};
        queue.submit_now(longer);
        std::size_t const next = queue.submit_now(whole_nodes(2, 600, 20));
        return queue.run_until_started(next, Horizon::days(60)).value();
    };
    CHECK(next_start(std::nullopt) >= Instant{7200});
    CHECK(next_start(std::nullopt) < Instant{7200 + 180});
    CHECK(next_start(Seconds{3600}).since_origin >= 9000);
    CHECK(next_start(Seconds{3600}) < Instant{9000 + 180});
}

TEST_CASE("a job that waits forever or is refused has no start", "[engine][unit]") {
    SlurmSimulation queue = queue_of(1);
    CHECK_FALSE(
        queue.run_until_started(queue.submit_now(one_node_in("closed")), Horizon::days(60)));
    std::size_t const refused = queue.submit_now(one_node_in("nowhere"));
    CHECK_FALSE(queue.run_until_started(refused, Horizon::days(60)));
    CHECK(queue.outcome(refused).message.find("partition") != std::string::npos);
}

namespace {

/// Runs a thousand seconds, or two thousand next to another job.
class SlowBeside final : public PlacedWork {
  public:
    struct Run final : PlacedRun {
        explicit Run(NodesInUse used)
            : PlacedRun(Seconds{used.others.empty() ? 1000 : 2000}), nodes(std::move(used)) {}
        NodesInUse nodes;
    };
    [[nodiscard]] std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& nodes, std::span<Seconds const> /*earlier*/) const override {
        return std::make_shared<Run const>(nodes);
    }
};

}  // namespace

TEST_CASE("a study's job runs for the time of its nodes, and the queue continues at its end",
          "[engine][unit]") {
    SlurmSimulation queue = queue_of(0);
    StudyJob own = whole_nodes(2, 300, 60);
    own.work = std::make_shared<SlowBeside const>();
    std::size_t const first = queue.submit_now(own);
    std::size_t const next = queue.submit_now(whole_nodes(2, 600, 60));
    REQUIRE(queue.run_until_started(first, Horizon::days(60)));
    auto const run = std::dynamic_pointer_cast<SlowBeside::Run const>(queue.placed_run(first));
    REQUIRE(run != nullptr);
    CHECK(run->nodes.own == std::vector<std::int32_t>{0, 1});
    CHECK(run->nodes.others.empty());
    auto const started = queue.run_until_started(next, Horizon::days(60));
    REQUIRE(started);
    CHECK(started->since_origin >= 1000);
    CHECK(*started < Instant{1000 + 120});
    CHECK(queue.placed_run(next) == nullptr);
}

TEST_CASE("the limit ends a job that is slow on its nodes", "[engine][unit]") {
    SlurmSimulation queue = queue_of(0);
    StudyJob own = whole_nodes(2, 300, 10);
    own.work = std::make_shared<SlowBeside const>();
    queue.submit_now(own);
    auto const started =
        queue.run_until_started(queue.submit_now(whole_nodes(2, 600, 60)), Horizon::days(60));
    REQUIRE(started);
    CHECK(started->since_origin >= 600);
    CHECK(*started < Instant{1000});
}
