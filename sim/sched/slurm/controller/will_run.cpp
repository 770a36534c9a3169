// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/will_run.hpp"

#include "sim/sched/slurm/controller/selection.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The window of ends that a batch takes in, and the grid of its first end. Seconds.
constexpr std::int64_t first_window = 30;
/// So many removals cut a batch, without a test.
constexpr int most_removals = 200;
constexpr std::int64_t year = 365 * 86400;

std::optional<Allocation>
select(ClusterState& state, WillRunQuery const& query, NodeUse const& use, NodeSet const& from) {
    return select_for(
        state, {query.choice, query.request, &use, query.leaves, SelectMode::will_run}, from);
}

/// Whether fewer nodes than the job needs will have been left by the last start that is of use.
bool too_few_nodes_in_time(ClusterState& state, WillRunQuery const& query) {
    if (!query.request->whole_nodes || query.until == INT64_MAX) {
        return false;
    }
    auto const& candidates = *query.candidates;
    return state.use.idle().count_common(candidates) +
               state.departures.left_by(query.until, candidates) <
           query.request->min_nodes;
}

/// Running jobs leave in order of their expected ends. Who has left is worked into the occupancy only
/// when the job might fit, which for whole nodes is a matter of counting.
class Departures {
  public:
    Departures(ClusterState& state, WillRunQuery const& query)
        : state_(state),
          query_(query),
          whole_(query.request->whole_nodes && !query.request->sharing),
          counting_(whole_ && state.sharing_jobs == 0),
          free_(query.candidates->count_common(state.use.idle())) {
        if (counting_) {
            idle_ = state.use.idle();
        }
        gone_.reserve(state.running.size());
        if (query.preemptable == nullptr || query.preemptable->empty()) {
            return;
        }
        std::vector<bool> leaves(state.jobs.slots(), false);
        for (auto const slot : *query.preemptable) {
            leaves[static_cast<std::size_t>(slot)] = true;
        }
        for (std::size_t i = 0; i < state.running.size(); ++i) {
            left_.push_back(leaves[static_cast<std::size_t>(state.running[i])]);
            if (left_.back()) {
                take_away(i);
            }
        }
    }

    std::optional<Allocation> test() {
        if (whole_ && free_ < query_.request->min_nodes) {
            return std::nullopt;
        }
        if (counting_) {
            for (; removed_ < gone_.size(); ++removed_) {
                state_.departures.insert_into(gone_[removed_], idle_);
            }
            idle_ &= *query_.candidates;
            return select(state_, query_, *state_.nobody, idle_);
        }
        if (!future_) {
            future_.emplace(state_.use);
        }
        for (; removed_ < gone_.size(); ++removed_) {
            auto const& job = state_.jobs.at(state_.running[gone_[removed_]]);
            future_->remove(job.allocation, job.chosen().kind);
        }
        return select(state_, query_, *future_, *query_.candidates);
    }

    std::optional<WillRun> run() {
        auto const linear = state_.settings().scheduler.backfill.window_linear;
        while (next_ < state_.running.size()) {
            auto const batch = take_batch();
            if (batch.last == no_job) {
                return std::nullopt;
            }
            if (batch.cut) {
                continue;
            }
            do {
                window_ = linear ? window_ + *linear : window_ * 2;
            } while (next_end_after(first_end_ + window_));
            if (auto allocation = test()) {
                auto const& last = state_.jobs.at(decisive(*allocation, batch.last));
                auto const start = last.end > state_.now ? last.end : guess_end(state_, last);
                return WillRun{start, std::move(*allocation)};
            }
        }
        return std::nullopt;
    }

  private:
    struct Batch {
        JobSlot last = no_job;
        bool cut = false;
    };

    /// Whose end the start waits for: the last of the batch; since 25.11 the last that leaves a node
    /// of those chosen (spec 4.4.7).
    [[nodiscard]] JobSlot decisive(Allocation const& chosen, JobSlot last) const {
        if (!state_.settings().release.at_least(2511)) {
            return last;
        }
        NodeSet nodes(state_.site->nodes.size());
        for (auto const& share : chosen.nodes) {
            nodes.insert(share.node);
        }
        for (auto position = gone_.rbegin(); position != gone_.rend(); ++position) {
            if (state_.departures.count_in(*position, nodes) > 0) {
                return state_.running[*position];
            }
        }
        return last;
    }

    /// Whether there is a next job, and it ends after `t`.
    [[nodiscard]] bool next_end_after(std::int64_t t) {
        skip_left();
        return next_ < state_.running.size() && state_.departures.end(next_) > t;
    }

    void skip_left() {
        while (next_ < left_.size() && left_[next_]) {
            ++next_;
        }
    }

    /// Takes a running job off the candidates; false if it holds none of them.
    bool take_away(std::size_t position) {
        auto const held = state_.departures.count_in(position, *query_.candidates);
        if (held > 0) {
            gone_.push_back(position);
        }
        free_ += held;
        return held > 0;
    }

    Batch take_batch() {
        Batch batch;
        int removals = 0;
        for (skip_left(); next_ < state_.running.size(); skip_left()) {
            auto const position = next_++;
            if (!take_away(position)) {
                continue;
            }
            if (first_end_ == 0) {
                first_end_ = state_.clock_floor(state_.departures.end(position), first_window) +
                             first_window;
            }
            batch.last = state_.running[position];
            if (removals++ > most_removals) {
                batch.cut = true;
                return batch;
            }
            if (next_end_after(first_end_ + window_)) {
                break;
            }
        }
        return batch;
    }

    ClusterState& state_;
    WillRunQuery const& query_;
    bool whole_;
    bool counting_;           ///< every job has its nodes alone: idle or not is all that matters
    NodeSet idle_;            ///< by then, when counting
    std::int32_t free_;       ///< candidates that would be idle, shared nodes counted too often
    std::vector<bool> left_;  ///< by position among the running jobs: preempted; empty: none is
    std::vector<std::size_t> gone_;  ///< positions
    std::size_t removed_ = 0;        ///< of them, from future_
    std::optional<NodeUse> future_;
    std::size_t next_ = 0;
    std::int64_t window_ = first_window;
    std::int64_t first_end_ = 0;
};

}  // namespace

std::int64_t guess_end(ClusterState const& state, Job const& job) {
    auto const over = state.partition(job.chosen().partition)
                          .over_time_minutes.value_or(state.settings().over_time_minutes);
    std::int64_t end = 0;
    if (over < 0) {
        end = state.now + (job.limit_minutes ? *job.limit_minutes * 60 : year);
    } else {
        end = job.end + state.settings().kill_wait + over * 60;
    }
    return std::max(end, state.now + 1);
}

std::optional<WillRun> will_run(ClusterState& state, WillRunQuery const& query) {
    bool const may_preempt = query.preemptable != nullptr && !query.preemptable->empty();
    if (!may_preempt && too_few_nodes_in_time(state, query)) {
        return std::nullopt;
    }
    if (auto now = select(state, query, state.use, *query.candidates)) {
        return WillRun{state.now, std::move(*now)};
    }
    if (query.now_only && !may_preempt) {
        return std::nullopt;
    }
    Departures departures(state, query);
    if (may_preempt) {
        if (auto now = departures.test()) {
            return WillRun{state.now, std::move(*now)};
        }
        if (query.now_only) {
            return std::nullopt;
        }
    }
    return departures.run();
}

}  // namespace clustersim::slurm
