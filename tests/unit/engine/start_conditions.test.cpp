// SPDX-License-Identifier: Apache-2.0
// Arrays of a study, and jobs that wait for others, in the emulated Slurm.
#include "sim/engine/listed_submissions.hpp"
#include "sim/engine/slurm_simulation.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

/// Four nodes of one core each.
std::shared_ptr<slurm::Site const> four_cores() {
    slurm::Site site;
    slurm::NodeRecord record;
    record.real_memory_mb = 8000;
    site.records.push_back(record);
    site.nodes = {{"n1", 0, {}, {}}, {"n2", 0, {}, {}}, {"n3", 0, {}, {}}, {"n4", 0, {}, {}}};
    slurm::Partition main;
    main.name = "main";
    main.nodes = {0, 1, 2, 3};
    main.is_default = true;
    site.partitions = {main};
    return std::make_shared<slurm::Site const>(std::move(site));
}

class NoJobs final : public SubmissionList {
  public:
    [[nodiscard]] std::size_t size() const override { return 0; }
    [[nodiscard]] Instant submit_of(std::size_t /*index*/) const override { return {}; }
    [[nodiscard]] slurm::JobRequest request(std::size_t /*index*/) const override { return {}; }
};

/// Submits a job of a minute every ten minutes, for ever.
class EndlessUser final : public SubmissionSource {
  public:
    [[nodiscard]] std::unique_ptr<SubmissionSource> clone() const override {
        return std::make_unique<EndlessUser>(*this);
    }
    [[nodiscard]] Instant next() const override { return next_; }
    std::int64_t submit_due(slurm::Controller& controller) override {
        for (; next_ <= controller.now(); next_ = next_ + Seconds{600}) {
            slurm::JobRequest request;
            request.partition = "main";
            request.user = "somebody else";
            request.time_minutes = 5;
            request.run_times = {Seconds{60}};
            request.submit = controller.now();
            static_cast<void>(controller.submit(request));
        }
        return 0;
    }

  private:
    Instant next_{600};
};

SlurmSimulation empty_machine() {
    return SlurmSimulation(slurm::Controller(four_cores(), slurm::Phases{}),
                           std::make_unique<ListedSubmissions>(std::make_shared<NoJobs const>()),
                           {"main", true});
}

/// One node for `run` seconds under a limit of an hour.
StudyJob one_core(std::int64_t run, slurm::ArrayRequest array = {}) {
    slurm::JobRequest request;
    request.partition = "main";
    request.user = "somebody";
    request.name = "job";
    request.min_nodes = request.max_nodes = 1;
    request.time_minutes = 60;
    request.run_times = {Seconds{run}};
    request.array = std::move(array);
    return {SlurmSubmission{request, std::nullopt}, nullptr};
}

StudyJob after(StudyJob job, slurm::DependencyType type, std::vector<std::size_t> numbers) {
    std::get<SlurmSubmission>(job.request).after.push_back({type, std::move(numbers)});
    return job;
}

std::vector<std::int64_t> starts_of_tasks(SlurmSimulation& queue, std::size_t first, int tasks) {
    std::vector<std::int64_t> starts;
    for (std::size_t task = 0; task < static_cast<std::size_t>(tasks); ++task)
        starts.push_back(
            queue.run_until_started(first + task, Horizon::days(60)).value().since_origin);
    return starts;
}

}  // namespace

TEST_CASE("the tasks of an array start one by one, no more than its limit at a time",
          "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    std::size_t const first = queue.submit_now(one_core(600, slurm::read_array("5-9%2")));
    auto const starts = starts_of_tasks(queue, first, 5);
    REQUIRE(starts.size() == 5);
    CHECK(starts[1] < 600);
    CHECK(starts[2] >= 600);
    CHECK(starts[3] < 1200);
    CHECK(starts[4] >= 1200);
    CHECK(starts[4] < 1200 + 300);
    // The limit, not the queue, kept the fifth task back.
    CHECK(queue.eligible_at(first + 4).value() >= Instant{1200});
}

TEST_CASE("a job waits for the end of all tasks of an array, or of each job of several",
          "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    std::size_t const array = queue.submit_now(one_core(1000, slurm::read_array("0-1")));
    std::size_t const short_one = queue.submit_now(one_core(300));
    std::size_t const last = queue.submit_now(
        after(one_core(60), slurm::DependencyType::afterok, {array, array + 1, short_one}));
    std::size_t const early =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afterany, {short_one}));
    auto const started = queue.run_until_started(last, Horizon::days(60));
    REQUIRE(started);
    CHECK(*started >= Instant{1000});
    CHECK(*started < Instant{1300});
    CHECK(queue.eligible_at(last).value() >= Instant{1000});
    auto const earlier = queue.run_until_started(early, Horizon::days(60));
    CHECK(earlier.value() >= Instant{300});
    CHECK(earlier.value() < Instant{900});
}

TEST_CASE("paired tasks wait only for the task of the same index", "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    StudyJob uneven = one_core(0, slurm::read_array("0-1"));
    std::get<SlurmSubmission>(uneven.request).request.run_times = {Seconds{300}, Seconds{3000}};
    std::size_t const array = queue.submit_now(uneven);
    std::size_t const paired = queue.submit_now(after(one_core(60, slurm::read_array("0-1")),
                                                      slurm::DependencyType::aftercorr,
                                                      {array, array + 1}));
    auto const starts = starts_of_tasks(queue, paired, 2);
    CHECK(starts[0] >= 300);
    CHECK(starts[0] < 900);
    CHECK(starts[1] >= 3000);
}

TEST_CASE("a start can be some time after another job's, while Slurm remembers that job",
          "[engine][unit]") {
    auto const start_after = [](std::int64_t run) {
        SlurmSimulation queue = empty_machine();
        std::size_t const first = queue.submit_now(one_core(run));
        StudyJob late = one_core(60);
        std::get<SlurmSubmission>(late.request)
            .after.push_back({slurm::DependencyType::after, {first}, 40});
        return queue.run_until_started(queue.submit_now(late), Horizon::days(60)).value();
    };
    CHECK(start_after(3000) >= Instant{2400});
    CHECK(start_after(3000) < Instant{2400 + 120});
    // A job that Slurm has purged counts as if every condition on it were fulfilled.
    CHECK(start_after(60) < Instant{2400});
}

TEST_CASE("a condition that can no longer be fulfilled is the reason for no start",
          "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    std::size_t const killed = queue.submit_now(one_core(7200));
    std::size_t const job =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afterok, {killed}));
    std::size_t const other =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afternotok, {killed}));
    CHECK(queue.run_until_started(other, Horizon::days(60)).value() >= Instant{3600});
    CHECK_FALSE(queue.run_until_started(job, Horizon::days(60)));
    CHECK(queue.why_not_running(job) == "pending: DependencyNeverSatisfied");
}

TEST_CASE("users who submit for ever keep nobody waiting for what can never be", "[engine][unit]") {
    SlurmSimulation queue(slurm::Controller(four_cores(), slurm::Phases{}),
                          std::make_unique<EndlessUser>(),
                          {"main", true});
    std::size_t const done = queue.submit_now(one_core(60));
    std::size_t const never =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afternotok, {done}));
    std::size_t const follower =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afterok, {never}));
    CHECK_FALSE(queue.run_until_started(never, Horizon::days(60)));
    CHECK(queue.now() < Instant{7200});
    CHECK(queue.why_not_running(never) == "pending: DependencyNeverSatisfied");
    // What may start one day waits to the horizon, and says so.
    CHECK_FALSE(queue.run_until_started(follower, Horizon::days(2)));
    CHECK(queue.now() < Instant{3 * 86400});
    CHECK(queue.why_not_running(follower) == "no start within 2 d of queue, pending: Dependency");
    Instant const then = queue.now();
    CHECK_FALSE(queue.run_until_started(follower, Horizon::days(2)));
    CHECK(queue.now() <= then + Seconds{600});
}

TEST_CASE("equal jobs that run exactly to their limit all complete, and their followers start",
          "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    for (std::int64_t second = 0; second < 60; ++second) {
        queue.run_until(queue.now() + Seconds{8000 - queue.now().since_origin % 8000 + second});
        std::size_t const whole = queue.submit_now(one_core(3600));
        std::size_t const next =
            queue.submit_now(after(one_core(60), slurm::DependencyType::afterok, {whole}));
        CAPTURE(second);
        CHECK(queue.run_until_started(next, Horizon::days(60)));
    }
}

TEST_CASE("a job after a refused one is refused, too", "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    StudyJob nowhere = one_core(60, slurm::read_array("0-2"));
    std::get<SlurmSubmission>(nowhere.request).request.partition = "nowhere";
    std::size_t const refused = queue.submit_now(nowhere);
    std::size_t const job =
        queue.submit_now(after(one_core(60), slurm::DependencyType::afterany, {refused + 2}));
    CHECK(job == refused + 3);
    CHECK_FALSE(queue.run_until_started(job, Horizon::days(60)));
    CHECK(queue.why_not_running(job) == "submission refused: a job that it depends on was refused");
}

TEST_CASE("singletons of one name run one at a time", "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    StudyJob single = one_core(600);
    std::get<SlurmSubmission>(single.request).request.dependency =
        slurm::read_dependency("singleton");
    std::size_t const first = queue.submit_now(single);
    queue.submit_now(single);
    queue.submit_now(single);
    auto const starts = starts_of_tasks(queue, first, 3);
    CHECK(starts[1] >= starts[0] + 600);
    CHECK(starts[2] >= starts[1] + 600);
}

TEST_CASE("a job begins no earlier than asked, after days in an empty queue, too",
          "[engine][unit]") {
    SlurmSimulation queue = empty_machine();
    queue.run_until(Instant{1000});
    StudyJob late = one_core(60);
    std::get<SlurmSubmission>(late.request).begin = Seconds{3 * 86400};
    std::size_t const job = queue.submit_now(late);
    auto const started = queue.run_until_started(job, Horizon::days(60));
    REQUIRE(started);
    CHECK(*started >= Instant{1000 + 3 * 86400});
    CHECK(*started < Instant{1000 + 3 * 86400 + 120});
    CHECK(queue.eligible_at(job) == Instant{1000 + 3 * 86400});
}

TEST_CASE("a job that accepts a shorter limit starts before one that waits for all nodes",
          "[engine][unit]") {
    auto const on_nodes = [](std::int32_t nodes, std::int64_t minutes) {
        StudyJob job = one_core(minutes * 60);
        slurm::JobRequest& request = std::get<SlurmSubmission>(job.request).request;
        request.min_nodes = request.max_nodes = request.ntasks = nodes;
        request.time_minutes = minutes;
        return job;
    };
    auto const third = [&](std::optional<std::int64_t> least) {
        SlurmSimulation queue = empty_machine();
        queue.submit_now(on_nodes(3, 40));
        queue.run_until(Instant{120});
        queue.submit_now(on_nodes(4, 60));
        StudyJob small = one_core(600);
        std::get<SlurmSubmission>(small.request).request.time_min_minutes = least;
        std::size_t const job = queue.submit_now(small);
        Instant const started = queue.run_until_started(job, Horizon::days(60)).value();
        return std::pair(started, queue.limit_at_start(job));
    };
    auto const [late, whole] = third(std::nullopt);
    CHECK(late >= Instant{2400 + 3600});
    CHECK_FALSE(whole);
    auto const [early, limit] = third(10);
    CHECK(early < Instant{600});
    REQUIRE(limit);
    CHECK(*limit >= Seconds{600});
    CHECK(early + *limit <= Instant{2400 + 60});
}
