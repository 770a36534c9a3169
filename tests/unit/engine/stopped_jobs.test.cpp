// SPDX-License-Identifier: Apache-2.0
// A study's job that other jobs stop, followed to its real end.
#include "sim/engine/listed_submissions.hpp"
#include "sim/engine/slurm_simulation.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

/// Two nodes in a partition "low", whose jobs are stopped for those of "high" on the same nodes, and in a
/// partition "top" of the same tier as "high".
std::shared_ptr<slurm::Site const> two_tiers(slurm::PreemptMode mode) {
    slurm::Site site;
    slurm::NodeRecord record;
    record.cpus = record.cores_per_socket = 4;
    record.real_memory_mb = 8000;
    site.records.push_back(record);
    site.nodes = {{"n1", 0, {}, {}}, {"n2", 0, {}, {}}};
    slurm::Partition low;
    low.name = "low";
    low.nodes = {0, 1};
    low.is_default = true;
    low.priority_tier = 1;
    low.preempt_mode = mode;
    if (mode == slurm::PreemptMode::suspend) low.oversubscribe = slurm::OverSubscribe::force;
    slurm::Partition high = low;
    high.name = "high";
    high.is_default = false;
    high.priority_tier = 9;
    high.preempt_mode = slurm::PreemptMode::off;
    site.partitions = {low, high};
    site.settings.preempt_type = slurm::PreemptType::partition_prio;
    site.settings.preempt_mode = mode;
    site.settings.gang = mode == slurm::PreemptMode::suspend;
    return std::make_shared<slurm::Site const>(std::move(site));
}

slurm::JobRequest all_cores(std::string const& partition, std::int64_t run) {
    slurm::JobRequest request;
    request.partition = partition;
    request.user = "somebody";
    request.min_nodes = request.max_nodes = 2;
    request.ntasks = 2;
    request.cpus_per_task = 4;
    request.mem_per_node_mb = 3000;
    request.time_minutes = 60;
    request.run_times = {Seconds{run}};
    return request;
}

/// A job of "high" for a thousand seconds, submitted six hundred seconds after the origin.
class OneVisitor final : public SubmissionList {
  public:
    [[nodiscard]] std::size_t size() const override { return 1; }
    [[nodiscard]] Instant submit_of(std::size_t /*index*/) const override { return Instant{600}; }
    [[nodiscard]] slurm::JobRequest request(std::size_t /*index*/) const override {
        slurm::JobRequest request = all_cores("high", 1000);
        request.submit = Instant{600};
        return request;
    }
};

SlurmSimulation queue_with(slurm::PreemptMode mode) {
    return SlurmSimulation(
        slurm::Controller(two_tiers(mode), slurm::Phases{}),
        std::make_unique<ListedSubmissions>(std::make_shared<OneVisitor const>()),
        {"low", true});
}

StudyJob study_job(std::string const& partition = "low") {
    StudyJob job;
    job.request = SlurmSubmission{all_cores(partition, 2000), std::nullopt};
    return job;
}

/// The job's course, requested after its start.
std::optional<JobCourse> course_of(SlurmSimulation& queue, StudyJob const& job) {
    std::size_t const number = queue.submit_now(job);
    REQUIRE(queue.run_until_started(number, Horizon::days(60)));
    return queue.run_until_over(number, Horizon::days(60));
}

/// 2,000 s of work, saved in whole multiples of five hundred.
class SavesWork final : public PlacedWork {
  public:
    [[nodiscard]] std::shared_ptr<PlacedRun const>
    run_on(NodesInUse const& /*nodes*/, std::span<Seconds const> earlier) const override {
        std::int64_t left = 2000;
        for (Seconds const time : earlier) left -= time.count / 500 * 500;
        return std::make_shared<PlacedRun const>(Seconds{left});
    }
};

}  // namespace

TEST_CASE("a requeued job starts again and ends with its last run", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::requeue);
    auto const course = course_of(queue, study_job());
    REQUIRE(course);
    CHECK(course->end == CourseEnd::by_itself);
    REQUIRE(course->runs.size() == 2);
    CHECK(course->runs[0].started < Instant{120});
    CHECK(course->runs[0].ended >= Instant{600});
    CHECK(course->runs[0].ended < Instant{700});
    CHECK(course->runs[1].started >= course->runs[0].ended + Seconds{1000});
    CHECK(course->runs[1].held() == Seconds{2000});
}

TEST_CASE("a requeued job that saves its work has less left to do", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::requeue);
    StudyJob job = study_job();
    job.work = std::make_shared<SavesWork const>();
    auto const course = course_of(queue, job);
    REQUIRE(course);
    REQUIRE(course->runs.size() == 2);
    CHECK(course->runs[1].held() == Seconds{1500});
}

TEST_CASE("a job that is cancelled for other jobs has no end of its own", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::cancel);
    auto const course = course_of(queue, study_job());
    REQUIRE(course);
    CHECK(course->end == CourseEnd::cancelled);
    REQUIRE(course->runs.size() == 1);
    CHECK(course->runs[0].held() < Seconds{700});
}

TEST_CASE("a suspended job ends later and holds its cores for the same time", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::suspend);
    auto const course = course_of(queue, study_job());
    REQUIRE(course);
    CHECK(course->end == CourseEnd::by_itself);
    REQUIRE(course->runs.size() == 1);
    JobRun const& run = course->runs.front();
    CHECK(run.suspended >= Seconds{1000});
    CHECK(run.suspended < Seconds{1200});
    CHECK(run.held() >= Seconds{2000});
    CHECK(run.held() < Seconds{2010});
}

TEST_CASE("a job that nothing can stop has no course", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::requeue);
    CHECK_FALSE(course_of(queue, study_job("high")));
    CHECK(queue.now() < Instant{600});
}

TEST_CASE("a job requeued between two checks reports its first start", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::requeue);
    std::size_t const job = queue.submit_now(study_job());
    queue.controller().run_until(Instant{650});
    auto const started = queue.run_until_started(job, Horizon::days(60));
    REQUIRE(started);
    CHECK(*started < Instant{120});
}

TEST_CASE("a job that does not run gives the reason in Slurm's words", "[engine][unit]") {
    SlurmSimulation queue = queue_with(slurm::PreemptMode::off);
    StudyJob nowhere = study_job("nowhere");
    std::size_t const refused = queue.submit_now(nowhere);
    CHECK(queue.why_not_running(refused) == "submission refused: Invalid partition name specified");
    StudyJob held = study_job();
    std::get<SlurmSubmission>(held.request).request.hold = true;
    std::size_t const waits = queue.submit_now(held);
    CHECK_FALSE(queue.run_until_started(waits, Horizon::days(60)));
    CHECK(queue.why_not_running(waits) == "pending: JobHeldUser");
    std::size_t const runs = queue.submit_now(study_job());
    REQUIRE(queue.run_until_started(runs, Horizon::days(60)));
    CHECK(queue.why_not_running(runs).empty());
}
