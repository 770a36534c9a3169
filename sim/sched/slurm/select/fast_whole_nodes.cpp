// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/select/fast_whole_nodes.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace clustersim::slurm {

namespace {

/// The choice among nodes is that of spec 6.7, over all nodes that the job may have.
bool is_plain(Market const& market, SelectMode mode) {
    auto const& request = market.request;
    auto const& settings = market.site.settings;
    auto const& partition = market.site.partitions[static_cast<std::size_t>(request.partition)];
    return market.scratch.dearer.empty() && !request.spread && !request.contiguous &&
           !request.has_required() && !request.sharing && !settings.select.lln && !partition.lln &&
           settings.select.topology == TopologyPlugin::none &&
           !(mode == SelectMode::will_run && settings.scheduler.backfill.busy_nodes) &&
           !(settings.scheduler.pack_serial_at_end && request.min_cpus == 1) &&
           std::none_of(request.gres.begin(), request.gres.end(), [](GresNeed const& need) {
               return need.per_job > 0;
           });
}

/// The lowest node in both sets; -1: none.
std::int32_t first_common(NodeSet const& a, NodeSet const& b) {
    for (std::size_t i = 0; i < a.words().size(); ++i) {
        if (auto const both = a.words()[i] & b.words()[i]; both != 0) {
            return static_cast<std::int32_t>(i * 64) + std::countr_zero(both);
        }
    }
    return -1;
}

/// What each usable node offers, if that is the same everywhere and the job takes all of it.
std::optional<NodeOffer> common_offer(Market const& market) {
    auto& scratch = market.scratch;
    if (!market.ignore_use && !market.use.idle().contains_all(scratch.usable)) {
        return std::nullopt;
    }
    std::optional<NodeOffer> common;
    std::optional<Availability> buffer;
    for (auto const& table : scratch.records) {
        auto const node = first_common(scratch.usable, table.nodes);
        if (node < 0) {
            continue;
        }
        auto const& found = cached_availability(market, node, buffer);
        if (!found || (common && (common->cpus != found->offer.cpus ||
                                  common->weight != found->offer.weight))) {
            return std::nullopt;
        }
        common = found->offer;
    }
    auto const& request = market.request;
    if (common && !request.whole_nodes && common->cpus > request.min_cpus_per_node) {
        return std::nullopt;
    }
    return common;
}

/// The runs of `nodes`, up to one of exactly `wanted`: no later one would be taken before it.
void find_runs(NodeSet const& nodes, std::int32_t wanted, std::vector<BitRun>& runs) {
    runs.clear();
    std::int32_t base = 0;
    for (auto word : nodes.words()) {
        std::int32_t at = 0;
        while (word != 0) {
            auto const skip = std::countr_zero(word);
            word >>= skip;
            at += skip;
            auto const length = std::countr_one(word);
            if (!runs.empty() && runs.back().first + runs.back().length == base + at) {
                runs.back().length += length;
            } else {
                if (!runs.empty() && runs.back().length == wanted) {
                    return;
                }
                runs.push_back({base + at, length});
            }
            word = length == 64 ? 0 : word >> length;
            at += length;
        }
        base += 64;
    }
}

/// The shortest run of at least `length`, the lowest of equals; the number of runs if there is none.
std::size_t shortest_of(std::vector<BitRun> const& runs, std::int32_t length) {
    auto best = runs.size();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].length >= length &&
            (best == runs.size() || runs[i].length < runs[best].length)) {
            best = i;
        }
    }
    return best;
}

/// Orders runs by length, longest first, the lowest of equals first: by counting, as there are many
/// and all are shorter than what is wanted.
void sort_longest_first(SelectScratch& scratch) {
    auto& starts = scratch.runs_of_length;
    auto& runs = scratch.bit_runs;
    auto& sorted = scratch.sorted_runs;
    std::int32_t longest = 0;
    for (auto const& run : runs) {
        longest = std::max(longest, run.length);
    }
    // starts[longest - length]: where the runs of that length begin.
    starts.assign(static_cast<std::size_t>(longest) + 1, 0);
    for (auto const& run : runs) {
        ++starts[static_cast<std::size_t>(longest - run.length) + 1];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    sorted.resize(runs.size());
    for (auto const& run : runs) {
        auto& place = starts[static_cast<std::size_t>(longest - run.length)];
        sorted[static_cast<std::size_t>(place++)] = run;
    }
    runs.swap(sorted);
}

/// Takes `wanted` nodes: of the tightest run that holds them, else of the longest one after the
/// other until the rest fits into one.
void take_runs(SelectScratch& scratch, std::int32_t wanted) {
    auto& runs = scratch.bit_runs;
    scratch.chosen.clear();
    auto const take = [&](BitRun const& run) {
        auto const taken = std::min(run.length, wanted);
        scratch.chosen.insert_range(run.first, taken);
        wanted -= taken;
    };
    auto const tightest = shortest_of(runs, wanted);
    if (tightest < runs.size()) {
        take(runs[tightest]);
        return;
    }
    sort_longest_first(scratch);
    auto const shorter = [](BitRun const& run, std::int32_t length) {
        return run.length >= length;
    };
    for (auto next = runs.begin(); wanted > 0; ++next) {
        if (next->length < wanted) {
            take(*next);
            continue;
        }
        auto const last = std::lower_bound(next, runs.end(), wanted, shorter) - 1;
        take(*std::find_if(
            next, last, [&](BitRun const& run) { return run.length == last->length; }));
    }
}

}  // namespace

FastAnswer choose_equal_nodes(Market const& market, SelectMode mode) {
    auto const& request = market.request;
    auto& scratch = market.scratch;
    if (!is_plain(market, mode)) {
        return FastAnswer::general;
    }
    forget_idle(market);
    auto const offer = common_offer(market);
    // With a range of nodes a run may be enough before all that was requested is found.
    if (!offer || request.requested_nodes > request.min_nodes ||
        request.max_nodes < request.min_nodes) {
        return FastAnswer::general;
    }
    auto const for_cpus = (request.min_cpus + offer->cpus - 1) / offer->cpus;
    auto const wanted = std::max(request.min_nodes, for_cpus);
    auto const allowed = std::max(request.min_nodes, std::min(request.max_nodes, request.ntasks));
    if (wanted > allowed || scratch.usable.count() < wanted) {
        return FastAnswer::none;
    }
    find_runs(scratch.usable, wanted, scratch.bit_runs);
    take_runs(scratch, wanted);
    if (request.whole_nodes) {
        return FastAnswer::found;
    }
    scratch.active.assign(static_cast<std::size_t>(wanted), *offer);
    scratch.picks.resize(static_cast<std::size_t>(wanted));
    std::int32_t index = 0;
    scratch.chosen.for_each([&](std::int32_t node) {
        scratch.active[static_cast<std::size_t>(index)].node = node;
        scratch.picks[static_cast<std::size_t>(index)] = {index, offer->cpus};
        ++index;
    });
    return FastAnswer::found;
}

}  // namespace clustersim::slurm
