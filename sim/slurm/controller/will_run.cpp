// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/will_run.hpp"

#include "sim/slurm/controller/job_room.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/select/near_left.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The first time window of a batch of ends, and the time grid of its first end.
constexpr Seconds first_window{30};
/// A batch is cut after this many removals, without a test.
constexpr std::size_t most_removals = 200;

std::optional<EstimatedNodes>
select(ClusterState& state, WillRunQuery const& query, NodeUse const& use, NodeSet const& from) {
    return estimate_for(*state.config.site,
                        state.selection.scratch,
                        {query.choice, query.request, &use, query.leaves, SelectMode::will_run},
                        from);
}

/// Number of idle nodes that the job lacks now; 0 if the count of idle nodes does not decide.
std::int32_t nodes_lacking(ClusterState const& state, WillRunQuery const& query) {
    if (!query.request->whole_nodes || query.request->overlapping ||
        state.nodes.without_cores > 0 || leaves_near(state.selection.scratch, *query.request))
        return 0;
    return query.request->min_nodes - state.nodes.use.idle().count_common(*query.candidates);
}

/// Removes running jobs in order of their expected ends, batch by batch. The resources in use are
/// updated only if the job might fit, which for whole nodes is decided by counting.
class Departures {
  public:
    Departures(ClusterState& state, WillRunQuery const& query, JobRoom const& room)
        : state_(state),
          query_(query),
          room_(room),
          whole_(query.request->whole_nodes && !query.request->overlapping),
          counting_(only_idle_nodes_count(state, *query.request)),
          at_hand_(&state.nodes.use.idle()),
          taken_(query.candidates) {
        auto const& departures = state.jobs.running.departures();
        if (query.ends.from > state.clock.now())
            next_ = departures.ended_by(query.ends.from - Seconds{1});
        last_ = departures.ended_by(query.ends.to);
        if (query.preemptable != nullptr && !query.preemptable->empty()) mark_preempted();
        lacking_ = query.request->min_nodes - at_hand_->count_common(*query.candidates);
    }

    std::optional<EstimatedNodes> test() {
        if (room_.known()) return test_room();
        auto& departures = state_.jobs.running.departures();
        if (whole_ && state_.nodes.without_cores == 0 &&
            !departures.leave(next_, *taken_, lacking_))
            return std::nullopt;
        if (counting_) {
            auto& idle = state_.selection.estimate_sets.idle;
            idle = *at_hand_;
            departures.insert_left(next_, idle);
            idle &= *query_.candidates;
            return select(state_, query_, *state_.nodes.nobody, idle);
        }
        return select(state_, query_, future(), *query_.candidates);
    }

    std::optional<WillRun> run() {
        next_ = preempted_.empty() && next_ == 0
                    ? state_.jobs.running.departures().first_in(*query_.candidates)
                    : next_holder(next_);
        if (next_ >= last_) return std::nullopt;
        first_end_ = state_.clock.floor(state_.jobs.running.departures().end(next_), first_window) +
                     first_window;
        pass_hopeless_windows();
        while (next_ < last_) {
            auto const batch = take_batch();
            if (batch == Batch::none) return std::nullopt;
            if (batch == Batch::cut) continue;
            auto const last = next_ - 1;
            do {
                window_ = wider(window_);
            } while (next_end_after(first_end_ + window_));
            if (auto found = test()) {
                auto const& job = state_.jobs.at(decisive(*found, last));
                return WillRun{job.end > state_.clock.now()
                                   ? job.end
                                   : guess_end(*state_.config.site, job, state_.clock.now()),
                               std::move(*found)};
            }
        }
        return std::nullopt;
    }

  private:
    enum class Batch { none, cut, whole };

    /// The test among the nodes with room.
    std::optional<EstimatedNodes> test_room() {
        if (!room_.suffices(next_)) return std::nullopt;
        auto& nodes = state_.selection.estimate_sets.idle;
        room_.fill(next_, nodes);
        auto const& use = room_.unused(next_, nodes) ? *state_.nodes.nobody : future();
        return select(state_, query_, use, nodes);
    }

    void mark_preempted() {
        std::vector<bool> leaves(state_.jobs.table.slots(), false);
        for (auto const slot : *query_.preemptable) leaves[slot.value] = true;
        auto& [at_hand, taken, idle] = state_.selection.estimate_sets;
        at_hand = state_.nodes.use.idle();
        for (std::size_t i = 0; i < state_.jobs.running.size(); ++i) {
            preempted_.push_back(leaves[state_.jobs.running[i].value]);
            if (preempted_.back()) state_.jobs.running.departures().insert_into(i, at_hand);
        }
        taken = *query_.candidates;
        taken -= at_hand;
        at_hand_ = &at_hand;
        taken_ = &taken;
    }

    [[nodiscard]] bool preempted(std::size_t position) const {
        return !preempted_.empty() && preempted_[position];
    }

    [[nodiscard]] bool holds_candidates(std::size_t position) const {
        return state_.jobs.running.departures().any_in(position, *query_.candidates);
    }

    /// The use without preempted and ended jobs.
    NodeUse const& future() { return state_.selection.future_use.after(room_.now(), next_); }

    /// The job whose end determines the start: the last of the batch; since 25.11 the last that
    /// releases one of the chosen nodes (spec 4.4.7).
    [[nodiscard]] JobSlot decisive(EstimatedNodes& found, std::size_t last) {
        if (state_.settings().release.has(ReleaseChange::start_by_chosen_nodes)) {
            settle(state_.selection.scratch, found);
            for (auto i = last + 1; i-- > 0;)
                if (!preempted(i) && state_.jobs.running.departures().any_in(i, found.nodes))
                    return state_.jobs.running[i];
        }
        return state_.jobs.running[last];
    }

    /// True if there is a next job and it ends after `t`.
    [[nodiscard]] bool next_end_after(Instant t) {
        while (next_ < preempted_.size() && preempted_[next_]) ++next_;
        return next_ < state_.jobs.running.size() &&
               state_.jobs.running.departures().end(next_) > t;
    }

    /// The first job from `from` that releases candidates; the number of jobs if there is none.
    [[nodiscard]] std::size_t next_holder(std::size_t from) const {
        while (from < state_.jobs.running.size() && (preempted(from) || !holds_candidates(from)))
            ++from;
        return from;
    }

    /// The last job before `end` that still holds and releases candidates; `end` if there is none.
    [[nodiscard]] std::size_t last_holder(std::size_t end) const {
        for (auto i = end; i-- > next_;)
            if (!preempted(i) && holds_candidates(i)) return i;
        return end;
    }

    [[nodiscard]] Seconds wider(Seconds window) const {
        Seconds const linear{state_.settings().scheduler.backfill.window_linear};
        return window + (linear > Seconds{} ? linear : window);
    }

    /// Skips to the first window in which enough jobs have ended that their nodes could suffice;
    /// all tests before it would fail.
    void pass_hopeless_windows() {
        if (!whole_ || state_.nodes.without_cores != 0 || !preempted_.empty()) return;
        auto const& departures = state_.jobs.running.departures();
        auto const needed = departures.jobs_for(lacking_);
        if (needed > departures.size()) {
            next_ = departures.size();
            return;
        }
        auto const hopeful = needed == 0 ? first_end_ : departures.end(needed - 1);
        if (first_end_ + window_ >= hopeful) return;
        auto window = window_;
        while (first_end_ + wider(window) < hopeful) window = wider(window);
        auto const last = next_holder(departures.ended_by(first_end_ + window) - 1);
        if (last + 1 < needed) {
            next_ = last + 1;
            window_ = wider(window);
        }
    }

    /// A batch ends with the first job that releases candidates and whose successor ends after the
    /// window.
    Batch take_batch() {
        auto inside = state_.jobs.running.departures().ended_by(first_end_ + window_);
        while (inside > 0 && preempted(inside - 1)) --inside;
        auto last = next_holder(std::max(next_, inside == 0 ? 0 : inside - 1));
        if (last >= last_) last = last_holder(last_);
        if (last >= last_) return Batch::none;
        return cut(last) ? Batch::cut : Batch::whole;
    }

    /// An upper bound of the jobs up to `last` that release candidates.
    [[nodiscard]] std::size_t most_holders(std::size_t last) const {
        auto const jobs = last + 1 - next_;
        if (jobs <= most_removals + 1 || !counting_) return jobs;
        auto& departures = state_.jobs.running.departures();
        auto const nodes =
            departures.count_left(last + 1, *taken_) - departures.count_left(next_, *taken_);
        return std::min(jobs, static_cast<std::size_t>(nodes));
    }

    /// Takes the jobs up to `last`, or fewer if too many of them release candidates.
    bool cut(std::size_t last) {
        if (most_holders(last) > most_removals + 1) {
            auto holder = next_holder(next_);
            for (std::size_t removals = 0; removals <= most_removals && holder <= last; ++removals)
                holder = next_holder(holder + 1);
            if (holder <= last) {
                next_ = holder + 1;
                return true;
            }
        }
        next_ = last + 1;
        return false;
    }

    ClusterState& state_;
    WillRunQuery const& query_;
    JobRoom const& room_;
    bool whole_;
    bool counting_;                ///< every job has exclusive nodes: only idle nodes count
    NodeSet const* at_hand_;       ///< nodes that are free before any job ends
    NodeSet const* taken_;         ///< candidates that ending jobs may release
    std::int32_t lacking_ = 0;     ///< nodes needed in addition to those at hand
    std::vector<bool> preempted_;  ///< by position among the running jobs; empty: none is
    std::size_t next_ = 0;         ///< jobs before this position have ended
    std::size_t last_ = 0;         ///< jobs from this position on do not end
    Seconds window_ = first_window;
    Instant first_end_;
};

/// The selection from what is free now, without preemption.
std::optional<EstimatedNodes>
select_now(ClusterState& state, WillRunQuery const& query, JobRoom const& room) {
    if (!room.suffices(0)) return std::nullopt;
    if (!room.known()) return select(state, query, state.nodes.use, *query.candidates);
    auto& nodes = state.selection.estimate_sets.idle;
    room.fill(0, nodes);
    return select(state, query, state.nodes.use, nodes);
}

}  // namespace

Instant guess_end(Site const& site, Job const& job, Instant now) {
    auto const& partition = site.partitions[static_cast<std::size_t>(job.chosen().partition)];
    auto const over = partition.over_time_minutes.value_or(site.settings.over_time_minutes);
    auto const end = over < 0 ? now + job.limit.value_or(year)
                              : job.end + Seconds{site.settings.kill_wait} + Minutes{over};
    return std::max(end, now + Seconds{1});
}

bool too_few_leave(ClusterState& state, WillRunQuery const& query) {
    auto const until = std::min(query.until, query.ends.to);
    if (until == Instant::never() || (query.preemptable != nullptr && !query.preemptable->empty()))
        return false;
    auto const lacking = nodes_lacking(state, query);
    auto& departures = state.jobs.running.departures();
    return lacking > 0 && !departures.leave(departures.ended_by(until), *query.candidates, lacking);
}

std::optional<WillRun> will_run(ClusterState& state, WillRunQuery const& query) {
    std::vector<JobSlot> const nobody;
    auto const& preempted = query.preemptable != nullptr ? *query.preemptable : nobody;
    bool const may_preempt = !preempted.empty();
    if (query.may_lack && too_few_leave(state, query)) return std::nullopt;
    auto const last =
        query.now_only
            ? 0
            : state.jobs.running.departures().ended_by(std::min(query.until, query.ends.to));
    JobRoom const present(state, query, nobody);
    if (!may_preempt && !present.suffices(last)) return std::nullopt;
    auto const first = std::max(query.ends.from, state.clock.now());
    if (first == state.clock.now() && nodes_lacking(state, query) <= 0) {
        if (auto now = select_now(state, query, present)) return WillRun{first, std::move(*now)};
    }
    if (!may_preempt && (query.now_only || first == state.clock.now()))
        return query.now_only ? std::nullopt : Departures(state, query, present).run();
    JobRoom const room(state, query, preempted);
    if (!room.suffices(last)) return std::nullopt;
    Departures later(state, query, room);
    if (auto soonest = later.test()) return WillRun{first, std::move(*soonest)};
    return query.now_only ? std::nullopt : later.run();
}

}  // namespace clustersim::slurm
