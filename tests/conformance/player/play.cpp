// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/play.hpp"

#include "tests/conformance/player/admin_words.hpp"
#include "tests/conformance/player/event_log.hpp"
#include "tests/conformance/player/rows.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace clustersim::slurm::conformance {

namespace {

/// Delay of the recorder between two commands of one instant.
constexpr std::int64_t command_gap_ms = 10;
/// Interval of the recorder's queries of the queue after the last submission.
constexpr std::int64_t poll_s = 120;
/// Time of the last backfill cycle before the start of the workload.
constexpr std::int64_t last_cycle_before_s = 270;
/// Time of the workload's start after midnight, on the recorder's clock. Daemons that take turns
/// started one second after midnight, or two seconds with slurmdbd.
constexpr std::int64_t clock_s = 300;

/// The daemons' periods count from the start of slurmctld. `late`: it waited for slurmdbd, so that
/// they begin one second later and shortly after the whole second.
Phases phases_of(PlayOptions const& options, bool accounting) {
    bool const late = accounting && !options.turns;
    auto const shift = static_cast<std::int64_t>(std::floor(options.phase)) * 1000;
    auto const first = (late ? 1001 : 0) - shift;
    auto const start = first - clock_s * 1000;
    Phases phases;
    phases.loop = late ? 1 : 0;
    phases.full_pass = start;
    phases.time_limit = start;
    phases.priority = start;
    phases.clock = clock_s + shift / 1000 + (options.turns ? (accounting ? 2 : 1) : 0);
    phases.backfill = first - last_cycle_before_s * 1000;
    // Daemons that do not take turns race; this order is that of most recordings.
    phases.priority_before_loop = !options.turns;
    phases.backfill_before_loop = !options.turns;
    return phases;
}

/// The last line of sbatch if slurmctld refuses the job.
std::string refusal_line(std::string const& message) {
    return message.starts_with("sbatch:")
               ? message
               : "sbatch: error: Batch job submission failed: " + message;
}

class Player {
  public:
    Player(Workload const& workload, PlayOptions const& options)
        : workload_(&workload),
          controller_(site_of(workload),
                      phases_of(options, workload.site.settings.accounting_storage),
                      options.cycles) {
        controller_.observe(&recorder_);
        if (options.events != nullptr) {
            event_log_.emplace(*options.events, controller_.site());
            controller_.observe_first(&*event_log_);
        }
    }

    Played run() {
        submit_all();
        wait_for_the_end();
        Played played;
        played.rows = make_rows(controller_, recorder_, *workload_, ids_, rejected_);
        played.complaints = std::move(complaints_);
        return played;
    }

  private:
    static std::shared_ptr<Site const> site_of(Workload const& workload) {
        Site site = workload.site;
        site.reservations = workload.reservations;
        return std::make_shared<Site const>(std::move(site));
    }

    /// One instant of the workload: commands first, then submissions, each in the written order.
    struct Step {
        std::int64_t at_ms;
        Event const* event;
        Submission const* submission;
    };

    void submit_all() {
        std::vector<Step> steps;
        for (Event const& event : workload_->events)
            steps.push_back({event.at_ms, &event, nullptr});
        for (Submission const& job : workload_->submissions)
            steps.push_back({job.at_ms, nullptr, &job});
        std::ranges::stable_sort(steps, {}, &Step::at_ms);
        for (std::size_t i = 0; i < steps.size();) {
            auto const instant = steps[i].at_ms;
            clock_ms_ = std::max(clock_ms_, instant);
            controller_.run_until(Moment{clock_ms_});
            std::vector<std::string> fresh;
            for (; i < steps.size() && steps[i].at_ms == instant; ++i) {
                if (steps[i].event != nullptr)
                    command(*steps[i].event);
                else
                    submit(*steps[i].submission, fresh);
                clock_ms_ += command_gap_ms;
                controller_.run_until(Moment{clock_ms_});
            }
            for (std::string const& id : fresh)
                if (auto const* job = controller_.find(ids_.at(id)))
                    recorder_.note_priority(ids_.at(id), job->held ? 0 : job->priority);
        }
    }

    void command(Event const& event) {
        auto const words = with_ids(event.words);
        if (words.empty()) return;
        auto const read = read_admin(words, controller_.site(), controller_.now());
        if (!read)
            complaints_.push_back(read.error());
        else if (auto const answer = controller_.apply(*read))
            complaints_.push_back(*answer);
    }

    /// Puts the id of a job for "@12", the job of that row; no words if the job was refused.
    std::vector<std::string> with_ids(std::vector<std::string> words) const {
        for (std::string& word : words) {
            if (!word.starts_with('@')) continue;
            auto const bar = std::min(word.find('_'), word.size());
            auto const found = ids_.find(word.substr(1, bar - 1));
            if (found == ids_.end()) return {};
            word.replace(0, bar, std::to_string(found->second));
        }
        return words;
    }

    void submit(Submission const& job, std::vector<std::string>& fresh) {
        JobRequest request = job.request;
        request.submit = controller_.now();
        std::string refusal = job.refused;
        if (refusal.empty()) refusal = name_dependencies(request.dependency.list);
        if (refusal.empty()) {
            auto const outcome = controller_.submit(request);
            if (outcome.accepted()) {
                ids_[job.job_id] = outcome.job_id;
                fresh.push_back(job.job_id);
                return;
            }
            refusal = refusal_line(outcome.message);
        }
        rejected_[job.job_id] = refusal;
    }

    /// Replaces rows of the file by job ids; returns a message if that fails.
    std::string name_dependencies(DependencyList& list) const {
        for (Dependency& one : list.all) {
            if (one.type == DependencyType::singleton) continue;
            std::string const row = std::to_string(one.job_id);
            auto const found = ids_.find(row);
            if (found == ids_.end()) return "dependency on unknown job " + row;
            one.job_id = found->second;
        }
        return {};
    }

    /// Queries the queue every two minutes and gives up as the recorder would.
    void wait_for_the_end() {
        std::int64_t idle_looks = 0;
        while (controller_.unfinished() > 0) {
            auto const& state = controller_.state();
            bool const live = !state.jobs.running.empty() || !state.nodes.completing.empty();
            idle_looks = live ? 0 : idle_looks + 1;
            if (clock_ms_ > workload_->horizon_s * 1000 || idle_looks * poll_s > workload_->stuck_s)
                return;
            clock_ms_ += poll_s * 1000;
            controller_.run_until(Moment{clock_ms_});
        }
    }

    Workload const* workload_;
    Controller controller_;
    Recorder recorder_;
    std::optional<EventLog> event_log_;
    std::int64_t clock_ms_ = 0;
    std::map<std::string, std::int32_t> ids_;
    std::map<std::string, std::string> rejected_;
    std::vector<std::string> complaints_;
};

}  // namespace

Played play(Workload const& workload, PlayOptions const& options) {
    return Player(workload, options).run();
}

}  // namespace clustersim::slurm::conformance
