// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/replay/replay.hpp"

#include "sim/core/horizon.hpp"
#include "sim/slurm/controller/outlook.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/select/allocated_gpus.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace clustersim::slurm {

namespace {

/// Records every job when it ends.
class EndObserver final : public JobObserver {
  public:
    /// Must be called before the first job ends.
    void use(Site const& site) { site_ = &site; }

    void finished(Job const& job, Instant /*now*/) override {
        if (!job.is_meta()) {
            ended_.push_back(row_of(job, job.task));
            return;
        }
        for (auto const task : job.pending_tasks) ended_.push_back(row_of(job, task));
    }
    void ended(Job const& job, JobState run_state, Instant now) override {
        failures_.ended(job, run_state, now);
    }
    void node_failed(std::int32_t node, Instant now) override { failures_.node_failed(node, now); }
    void node_returned(std::int32_t node, Instant now) override {
        failures_.node_returned(node, now);
    }

    [[nodiscard]] ReplayedJob row_of(Job const& job, std::optional<std::int32_t> task) const {
        ReplayedJob row;
        row.number = job.spec->request.number;
        row.task = task;
        row.submit = job.spec->request.submit;
        if (job.start > Instant{} && !job.pending()) row.start = job.start;
        if (job.end > Instant{} && is_final(job.state)) row.end = job.end;
        row.state = job.state;
        row.reason = job.reason;
        row.partition = job.chosen().partition;
        row.cpus = job.allocation.cpus;
        row.gpus = allocated_gpus(job.allocation, *site_);
        for (NodeShare const& share : job.allocation.nodes) row.nodes.push_back(share.node);
        row.restarts = job.restarts;
        row.priority = job.priority;
        row.started_by = job.started_by;
        row.user = job.spec->request.user;
        return row;
    }

    std::vector<ReplayedJob>& rows() { return ended_; }
    FailureLog& failures() { return failures_; }

  private:
    Site const* site_ = nullptr;
    std::vector<ReplayedJob> ended_;
    FailureLog failures_;
};

class Replaying {
  public:
    Replaying(std::shared_ptr<Site const> site,
              std::span<ImportedJob const> jobs,
              ReplayOptions const& options)
        : jobs_(jobs),
          options_(&options),
          controller_(std::move(site), options.phases, options.cycles) {
        observer_.use(controller_.site());
        controller_.observe(&observer_);
        // A trace may begin years after its own zero: nothing happens before its first submission,
        // which is moved to the start, unless reservations have fixed times.
        if (!jobs.empty() && controller_.site().reservations.empty())
            shift_ = Seconds{jobs.front().request.submit.since_origin};
        if (controller_.site().nodes_fail())
            controller_.draw_node_failures({options.seed, 0, shift_});
    }

    ReplayedJobs run() {
        play_events();
        if (!out_.interrupted) run_out();
        collect();
        return std::move(out_);
    }

  private:
    struct Event {
        Instant at;
        bool cancels = false;
        ImportedJob const* job = nullptr;
    };

    void play_events() {
        std::vector<Event> events;
        for (ImportedJob const& job : jobs_) {
            events.push_back({job.request.submit - shift_, false, &job});
            if (job.cancel) events.push_back({*job.cancel - shift_, true, &job});
        }
        std::ranges::stable_sort(events, {}, &Event::at);
        for (Event const& event : events) {
            if (!run_until(std::max(event.at, controller_.now()))) {
                out_.interrupted = true;
                return;
            }
            event.cancels ? cancel(*event.job) : submit(*event.job);
        }
    }

    /// False if the user interrupted the replay.
    bool run_until(Instant t) {
        if (options_->interrupted) return controller_.run_until(t, options_->interrupted);
        controller_.run_until(t);
        return true;
    }

    /// Runs until every job has ended or waits for ever, some minutes at a time, to check for
    /// interrupts.
    void run_out() {
        constexpr Seconds minutes{600};
        Instant const end = Horizon::days(Horizon::most_days).after(controller_.now());
        for (Instant limit = controller_.now() + minutes; limit < end; limit = limit + minutes) {
            if (controller_.run_to_end(limit)) return;
            if (waits_for_ever(controller_.state())) return;
            if (options_->interrupted && options_->interrupted()) {
                out_.interrupted = true;
                return;
            }
            limit = std::max(limit, controller_.now());
        }
    }

    void submit(ImportedJob const& job) {
        JobRequest request = job.request;
        request.submit = controller_.now();
        for (auto* const at : {&request.begin, &request.deadline})
            if (*at) **at = **at - shift_;
        rename_dependencies(request.dependency.list);
        auto const outcome = controller_.submit(request);
        if (outcome.accepted()) {
            ids_[job.request.number] = outcome.job_id;
            return;
        }
        ReplayedJob row;
        row.number = job.request.number;
        row.submit = request.submit;
        row.refusal = outcome.message;
        row.user = job.request.user;
        refused_.push_back(std::move(row));
    }

    void cancel(ImportedJob const& job) {
        auto const id = ids_.find(job.request.number);
        if (id != ids_.end()) {
            JobCancel command;
            command.jobs.push_back({id->second, std::nullopt});
            // Traces without user names have the user id in their place.
            if (digits_only(job.request.user)) command.by = job.request.user;
            // A job that has ended can no longer be cancelled; this is not an error.
            static_cast<void>(controller_.apply(command));
        }
    }

    /// Replaces the numbers of the trace by job ids.
    void rename_dependencies(DependencyList& list) const {
        constexpr std::int64_t nobody = std::numeric_limits<std::int32_t>::max();
        for (Dependency& one : list.all) {
            auto const id = ids_.find(one.job_id);
            if (one.type != DependencyType::singleton)
                one.job_id = id == ids_.end() ? nobody : id->second;
        }
    }

    void collect() {
        auto& rows = observer_.rows();
        for (ImportedJob const& asked : jobs_) {
            auto const id = ids_.find(asked.request.number);
            Job const* const job = id == ids_.end() ? nullptr : controller_.find(id->second);
            if (job == nullptr || is_final(job->state)) continue;
            if (job->is_meta())
                for (auto const task : job->pending_tasks)
                    rows.push_back(observer_.row_of(*job, task));
            else
                rows.push_back(observer_.row_of(*job, job->task));
        }
        std::ranges::move(refused_, std::back_inserter(rows));
        std::unordered_map<std::int64_t, std::size_t> place;  // looked up only
        for (std::size_t i = 0; i < jobs_.size(); ++i) place.emplace(jobs_[i].request.number, i);
        std::ranges::sort(rows, {}, [&](ReplayedJob const& row) {
            return std::pair(place.at(row.number), row.task.value_or(-1));
        });
        for (ReplayedJob& row : rows) {
            row.submit = row.submit + shift_;
            for (auto* const at : {&row.start, &row.end})
                if (*at) **at = **at + shift_;
        }
        out_.jobs = std::move(rows);
        out_.failures = std::move(observer_.failures());
        out_.failures.shift(shift_);
        out_.end = controller_.now() + shift_;
    }

    std::span<ImportedJob const> jobs_;
    ReplayOptions const* options_;
    EndObserver observer_;
    Controller controller_;
    Seconds shift_;
    std::unordered_map<std::int64_t, std::int32_t> ids_;
    std::vector<ReplayedJob> refused_;
    ReplayedJobs out_;
};

}  // namespace

ReplayedJobs replay_jobs(std::shared_ptr<Site const> site,
                         std::span<ImportedJob const> jobs,
                         ReplayOptions const& options) {
    return Replaying(std::move(site), jobs, options).run();
}

}  // namespace clustersim::slurm
