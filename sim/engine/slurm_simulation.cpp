// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/slurm_simulation.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/human.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/controller/stoppable.hpp"
#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/request/array_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace clustersim {
namespace {

constexpr Seconds picture_gap{60};
/// Time between two looks at the course of waits, and between two checks whether anything will
/// still happen.
constexpr Seconds look_gap{120};
/// The number of a study's jobs whose waits are recorded; each record takes some kilobytes.
constexpr std::size_t most_watched = 1000;
constexpr Seconds quiet_day{86400};
/// Users extend a job shortly before its end.
constexpr Seconds before_end{3600};
/// The assumed longest run of a job without a limit, for the horizon of the jobs that wait for it.
constexpr Seconds longest_run{std::int64_t{365} * 86400};

/// The indices of an array; one without index for a single job.
std::vector<std::optional<std::int32_t>> tasks_in(slurm::ArrayRequest const& array) {
    auto const indices = slurm::tasks_of(array, std::int64_t{INT32_MAX});
    if (array.empty() || !indices) return {std::nullopt};
    return {indices->tasks.begin(), indices->tasks.end()};
}

}  // namespace

SlurmSimulation::SlurmSimulation(slurm::Controller controller,
                                 std::unique_ptr<SubmissionSource> background,
                                 WatchedPartition watched)
    : controller_(std::move(controller)),
      background_(std::move(background)),
      watched_(std::move(watched)) {
    controller_.leave_out_estimates();
}

std::unique_ptr<QueueModel> SlurmSimulation::fork() const {
    auto copy = std::make_unique<SlurmSimulation>(*this);
    copy->log_ = nullptr;
    copy->waits_ = nullptr;
    return copy;
}

bool SlurmSimulation::advance(Instant t) {
    return controller_.run_until(
        t, [this] { return interrupted(); });
}

Instant SlurmSimulation::next_visit(Instant end) const {
    Instant next = std::min(end, std::max(background_->next(), now()));
    if (auto const unseen = background_->longest_unseen()) next = std::min(next, now() + *unseen);
    return next;
}

void SlurmSimulation::run_until(Instant t) {
    attach();
    do {
        if (!advance(next_visit(t))) return;
        background_->look(controller_);
        refused_ += background_->submit_due(controller_);
    } while (now() < t || background_->next() <= t);
    look_at_own_jobs();
}

bool SlurmSimulation::step(Instant end) {
    if (now() >= end) return false;
    run_until(next_visit(std::min(end, now() + picture_gap)));
    return true;
}

std::size_t SlurmSimulation::submit_now(StudyJob const& job) {
    auto const* submission = std::get_if<SlurmSubmission>(&job.request);
    CS_ENSURE(submission != nullptr, "Slurm reads the options of sbatch");
    slurm::JobRequest request = submission->request;
    request.submit = now();
    request.work = job.work;
    if (submission->begin > Seconds{}) request.begin = now() + submission->begin;
    if (own_->empty() && submission->standing)
        controller_.give_standing(request, *submission->standing);
    controller_.observe_first(&*own_);
    OwnJob own;
    own.outcome = submit_after(request, submission->after);
    own.minutes = request.time_minutes.value_or(0);
    own.extended_time = submission->extended_time;
    if (own.outcome.accepted()) {
        own.stoppable = slurm::may_ever_be_stopped(controller_.state().config,
                                                   *controller_.find(own.outcome.job_id)->spec);
    }
    std::size_t const first = own_->size();
    for (auto const& task : tasks_in(request.array)) {
        own.task = task;
        own.watched.reset();
        if (waits_ != nullptr && own_->size() < most_watched && own.outcome.accepted())
            own.watched = waits_->watch(own.outcome.job_id, own.task);
        if (own.extended_time) extended_.push_back(own_->size());
        own_->add(own);
        note_wait(own);
    }
    Seconds delay = submission->begin;
    for (StartCondition const& condition : submission->after)
        delay = std::max(delay, Seconds{60 * condition.minutes});
    last_life_ = std::max(last_life_, now() + submission->begin);
    own_life_ = std::max(own_life_, now()) + delay;
    return first;
}

slurm::SubmitOutcome SlurmSimulation::submit_after(slurm::JobRequest const& request,
                                                   std::vector<StartCondition> const& after) {
    std::vector<slurm::Dependency> dependencies;
    for (StartCondition const& condition : after) {
        std::int32_t last = 0;
        for (std::size_t const number : condition.jobs) {
            std::int32_t const id = own_[number].outcome.job_id;
            if (id == 0) return {0, "a job that it depends on was refused"};
            // The tasks of an array, which follow each other, have one id.
            if (id != last)
                dependencies.push_back({condition.type, id, std::nullopt, condition.minutes});
            last = id;
        }
    }
    return controller_.submit(request, std::move(dependencies));
}

slurm::Job const* SlurmSimulation::record_of(OwnJob const& own) const {
    slurm::Job const* const job = controller_.find(own.outcome.job_id);
    if (!own.task) return job;
    slurm::JobTable const& table = controller_.state().jobs.table;
    if (auto const slot = table.find_task(own.outcome.job_id, *own.task)) return &table.at(*slot);
    bool const waits = job != nullptr && std::ranges::binary_search(job->pending_tasks, *own.task);
    return waits ? job : nullptr;
}

void SlurmSimulation::note_wait(OwnJob const& own) const {
    if (waits_ == nullptr || !own.watched || own.started) return;
    if (slurm::Job const* job = record_of(own)) waits_->look(*own.watched, *job, now());
}

void SlurmSimulation::attach() {
    if (!own_->empty() && !controller_.observed_first_by(&*own_)) controller_.observe_first(&*own_);
}

void SlurmSimulation::look_at_own_jobs() {
    if (waits_ != nullptr)
        for (std::size_t i = 0; i < std::min(own_->size(), most_watched); ++i) note_wait(own_[i]);
    for (std::size_t const number : own_->take_changed()) {
        OwnJob& own = own_[number];
        if (slurm::Job const* const job = record_of(own)) own.look_at(*job, now());
        if (!own.started) continue;
        Seconds const limit = own.minutes > 0 ? Seconds{60 * own.minutes} : longest_run;
        own_life_ =
            std::max(own_life_, *own.started + limit + own.extended_time.value_or(Seconds{}));
    }
    extend_due();
}

void SlurmSimulation::extend_due() {
    std::erase_if(
        extended_,
        [&](std::size_t number) {
            OwnJob& own = own_[number];
            if (!own.started || now() < *own.started + Seconds{own.minutes * 60} - before_end)
                return false;
            slurm::JobUpdate longer;
            longer.jobs = {{own.outcome.job_id, own.task}};
            longer.time_minutes = own.minutes + own.extended_time->count / 60;
            controller_.apply(longer);
            own.extended_time.reset();
            return true;
        });
}

bool SlurmSimulation::may_start(OwnJob const& own) const {
    if (!own.outcome.accepted()) return false;
    slurm::Job const* const job = record_of(own);
    return job != nullptr && !is_final(job->state) && !slurm::can_never_start(*job);
}

/// Advances until `done()`, until nothing has run or been submitted for a day, or until the horizon.
template <class Done>
SlurmSimulation::Ending SlurmSimulation::run_until_done(Done done, Horizon horizon) {
    while (!done()) {
        if (interrupted()) return Ending::interrupted;
        bool const more = background_->next() != Instant::never();
        if (more || slurm::somebody_runs(controller_.state()))
            last_life_ = std::max(last_life_, now());
        if (now() - last_life_ > quiet_day) return Ending::quiet;
        if (now() > horizon.after(own_life_)) return Ending::at_horizon;
        run_until(next_visit(now() + look_gap));
    }
    return Ending::done;
}

std::optional<Instant> SlurmSimulation::run_until_started(std::size_t job, Horizon horizon) {
    auto const over = [&] { return own_[job].started.has_value() || !may_start(own_[job]); };
    Ending const ending = run_until_done(over, horizon);
    if (ending == Ending::at_horizon) own_[job].given_up = horizon;
    return own_[job].started;
}

std::string SlurmSimulation::why_not_running(std::size_t job) const {
    slurm::SubmitOutcome const& outcome = own_[job].outcome;
    if (!outcome.accepted()) return "submission refused: " + outcome.message;
    slurm::Job const* found = record_of(own_[job]);
    // Tasks that are cancelled while they wait have only the record of their array.
    if (found == nullptr && own_[job].task) found = controller_.find(outcome.job_id);
    if (found == nullptr || found->state == slurm::JobState::running) return {};
    if (is_final(found->state) && has_run(*found)) return {};
    std::string state(slurm::state_name(found->state));
    for (char& c : state) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::string const reason = state + ": " + std::string(slurm::reason_name(found->reason));
    if (!given_up(job)) return reason;
    Horizon const& horizon = *own_[job].given_up;
    return fmt::format("no start within {} of queue, {}", human(horizon.span().duration()), reason);
}

std::optional<JobCourse> SlurmSimulation::run_until_over(std::size_t job, Horizon horizon) {
    OwnJob const& own = own_[job];
    if (!own.stoppable || !own.started) return std::nullopt;
    run_until_done([&] { return own.course.has_value(); }, horizon);
    if (own.course) return own.course;
    slurm::Job const* found = record_of(own);
    CS_ENSURE(found != nullptr, "a job that has not ended is known");
    return course_of(*found, now());
}

std::size_t SlurmSimulation::waiting() const {
    return controller_.unfinished() - controller_.state().jobs.running.size();
}

std::int64_t SlurmSimulation::busy_units() const {
    slurm::ClusterState const& state = controller_.state();
    slurm::NodeSet const& nodes =
        state.nodes_of(state.config.site->find_partition(watched_.name).value());
    std::int64_t busy = 0;
    for (slurm::JobSlot const slot : state.jobs.running)
        busy += watched_units(*state.config.site, state.jobs.at(slot).allocation, nodes, watched_);
    return busy;
}

void SlurmSimulation::record_runs() {
    slurm::ClusterState const& state = controller_.state();
    auto const partition = state.config.site->find_partition(watched_.name).value();
    log_ = std::make_shared<RunLog>(state.config.site, state.nodes_of(partition), watched_);
    controller_.observe(log_.get());
}

Past SlurmSimulation::recorded_runs() const {
    return log_ == nullptr ? Past{} : log_->runs();
}

void SlurmSimulation::record_waits() {
    waits_ = std::make_shared<WaitLog>();
    controller_.observe(waits_.get());
}

std::shared_ptr<WaitCourse const> SlurmSimulation::wait_course(std::size_t job) const {
    if (waits_ == nullptr || !own_[job].watched) return nullptr;
    return waits_->course(*own_[job].watched);
}

}  // namespace clustersim
