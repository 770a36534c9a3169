// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/gang.hpp"

#include "sim/slurm/controller/suspension.hpp"

#include <algorithm>
#include <utility>

namespace clustersim::slurm {

namespace {

using Place = GangMember::Place;

bool somebody_waits(GangPartition const& partition) {
    return partition.placed < partition.members.size() + partition.shadows.size();
}

/// Cores of the jobs that run in the current time slice, by node.
class TurnMap {
  public:
    TurnMap(Site const& site, JobTable const& jobs)
        : site_(&site), jobs_(&jobs), taken_(site.nodes.size()) {}

    [[nodiscard]] bool fits(JobSlot slot) const {
        auto const& held = jobs_->at(slot).allocation;
        for (std::size_t i = 0; i < held.nodes.size(); ++i) {
            auto wanted = cores_of(held, i);
            auto const all = wanted.count();
            wanted -= taken_[static_cast<std::size_t>(held.nodes[i].node)];
            if (wanted.count() < all) return false;
        }
        return true;
    }
    void take(JobSlot slot) {
        auto const& held = jobs_->at(slot).allocation;
        for (std::size_t i = 0; i < held.nodes.size(); ++i)
            taken_[static_cast<std::size_t>(held.nodes[i].node)] |= cores_of(held, i);
    }

  private:
    [[nodiscard]] CoreMask cores_of(Allocation const& held, std::size_t i) const {
        return held.cores.empty() ? CoreMask::first(site_->record_of(held.nodes[i].node).cores())
                                  : held.cores[i];
    }

    Site const* site_;
    JobTable const* jobs_;
    std::vector<CoreMask> taken_;
};

/// One event of gang scheduling. Jobs that must leave their cores altogether are displaced after it.
class Turns {
  public:
    explicit Turns(ClusterState& state) : state_(state), gang_(state.jobs.gang) {}

    void start(JobSlot slot) {
        auto const index = partition_of(slot);
        auto& partition = gang_.partitions[index];
        drop(slot);
        TurnMap map = placed_in(partition);
        GangMember member{slot, Place::waits, true};
        // A job resumed by an administrator gets its place in the next time slice (observed).
        if (state_.jobs.at(slot).state == JobState::running && map.fits(slot)) {
            ++partition.placed;
            member.place = Place::filler;
            cast_shadow(slot);
        } else {
            member.runs = false;
            stop_job(state_, slot);
        }
        partition.members.push_back(member);
        if (member.runs) rebuild_all();
    }

    void end(JobSlot slot) {
        drop(slot);
        rebuild_all();
    }

    void turn() {
        for (auto const index : gang_.by_tier) {
            auto& partition = gang_.partitions[static_cast<std::size_t>(index)];
            if (somebody_waits(partition)) next_turn(partition);
        }
    }

    [[nodiscard]] std::vector<JobSlot> displaced() && { return std::move(displaced_); }

  private:
    [[nodiscard]] std::size_t partition_of(JobSlot slot) const {
        return static_cast<std::size_t>(state_.jobs.at(slot).chosen().partition);
    }
    [[nodiscard]] std::int32_t tier(std::size_t partition) const {
        return state_.partition(static_cast<std::int32_t>(partition)).priority_tier;
    }

    [[nodiscard]] TurnMap nobody_placed() const { return {*state_.config.site, state_.jobs.table}; }
    [[nodiscard]] TurnMap placed_in(GangPartition const& partition) const {
        TurnMap map = nobody_placed();
        for (auto const slot : partition.shadows) map.take(slot);
        for (auto const& member : partition.members)
            if (member.place != Place::waits) map.take(member.slot);
        return map;
    }

    void cast_shadow(JobSlot slot) {
        auto const own = partition_of(slot);
        for (std::size_t i = 0; i < gang_.partitions.size(); ++i) {
            auto& shadows = gang_.partitions[i].shadows;
            if (tier(i) < tier(own) && std::ranges::find(shadows, slot) == shadows.end())
                shadows.push_back(slot);
        }
    }
    void lift_shadow(JobSlot slot) {
        for (auto& partition : gang_.partitions) std::erase(partition.shadows, slot);
    }

    void drop(JobSlot slot) {
        lift_shadow(slot);
        std::erase_if(gang_.partitions[partition_of(slot)].members,
                      [&](GangMember const& member) { return member.slot == slot; });
    }

    void set_back(GangPartition const& partition, GangMember& member) {
        if (!member.runs) return;
        member.runs = false;
        lift_shadow(member.slot);
        if (partition.shadows.empty())
            stop_job(state_, member.slot);
        else
            displaced_.push_back(member.slot);
    }

    void go_on(GangMember& member) {
        if (!member.runs) {
            member.runs = true;
            continue_job(state_, member.slot);
        }
    }

    /// Places shadows first, then jobs that had a place, those of this turn before fillers, then
    /// any other job that fits.
    void rebuild(GangPartition& partition) {
        TurnMap map = nobody_placed();
        partition.placed = partition.shadows.size();
        for (auto const slot : partition.shadows) map.take(slot);
        auto const place = [&](GangMember const& member) {
            if (!map.fits(member.slot)) return false;
            map.take(member.slot);
            ++partition.placed;
            cast_shadow(member.slot);
            return true;
        };
        for (auto const kind : {Place::active, Place::filler}) {
            for (auto& member : partition.members) {
                if (member.place == kind && !place(member)) {
                    set_back(partition, member);
                    member.place = Place::waits;
                }
            }
        }
        for (auto& member : partition.members) {
            if (member.place == Place::waits && !held_back(member) && place(member)) {
                member.place = Place::filler;
                go_on(member);
            }
        }
    }

    void rebuild_all() {
        for (auto const index : gang_.by_tier)
            rebuild(gang_.partitions[static_cast<std::size_t>(index)]);
    }

    /// True if an administrator suspended the job.
    [[nodiscard]] bool held_back(GangMember const& member) const {
        return state_.jobs.at(member.slot).suspension.by_admin;
    }

    void next_turn(GangPartition& partition) {
        auto const not_running = [](GangMember const& member) {
            return member.place != Place::active;
        };
        std::stable_partition(partition.members.begin(), partition.members.end(), not_running);
        TurnMap map = nobody_placed();
        partition.placed = partition.shadows.size();
        for (auto const slot : partition.shadows) map.take(slot);
        for (auto& member : partition.members) {
            member.place = Place::waits;
            if (!held_back(member) && map.fits(member.slot)) {
                map.take(member.slot);
                ++partition.placed;
                member.place = Place::active;
            }
        }
        for (auto& member : partition.members)
            if (member.place == Place::waits) set_back(partition, member);
        for (auto& member : partition.members) {
            if (member.place == Place::active && !member.runs) {
                go_on(member);
                cast_shadow(member.slot);
            }
        }
    }

    ClusterState& state_;
    GangState& gang_;
    std::vector<JobSlot> displaced_;
};

}  // namespace

std::vector<JobSlot> gang_start(ClusterState& state, JobSlot slot) {
    if (state.jobs.gang.partitions.empty()) return {};
    Turns turns(state);
    turns.start(slot);
    return std::move(turns).displaced();
}

std::vector<JobSlot> gang_end(ClusterState& state, JobSlot slot) {
    if (state.jobs.gang.partitions.empty()) return {};
    Turns turns(state);
    turns.end(slot);
    return std::move(turns).displaced();
}

std::vector<JobSlot> gang_turn(ClusterState& state) {
    Turns turns(state);
    turns.turn();
    return std::move(turns).displaced();
}

bool gang_waits(GangState const& gang) {
    return std::ranges::any_of(gang.partitions, somebody_waits);
}

}  // namespace clustersim::slurm
