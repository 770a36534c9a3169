// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/equal_nodes.hpp"

#include "sim/slurm/select/near_left.hpp"
#include "sim/slurm/select/node_availability.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace clustersim::slurm {

namespace {

/// Nodes are chosen as in spec 6.7, among all nodes that the job may have.
bool is_plain(Market const& market, SelectMode mode) {
    auto const& request = market.request;
    auto const& settings = market.site.settings;
    auto const& partition = market.site.partitions[static_cast<std::size_t>(request.partition)];
    return !dearer_counts(market, mode) && !leaves_near(market.scratch, request) &&
           !(mode == SelectMode::will_run && weighs_by_left(market.scratch, request)) &&
           !request.spread && !request.contiguous && !request.has_required() &&
           !request.overlapping && !settings.select.lln && !partition.lln &&
           settings.select.topology == TopologyPlugin::none &&
           !(mode == SelectMode::will_run && settings.scheduler.backfill.busy_nodes) &&
           !(settings.scheduler.pack_serial_at_end && request.min_cpus == 1) &&
           std::none_of(request.gres.begin(), request.gres.end(), [](GresNeed const& need) {
               return need.per_job > 0;
           });
}

/// The offer of each usable node, if it is the same for all and the job takes all of it.
std::optional<NodeOffer> common_offer(Market const& market) {
    auto& scratch = market.scratch;
    if (!market.ignore_use && !market.use.idle().contains_all(scratch.usable)) return std::nullopt;
    std::optional<NodeOffer> common;
    std::optional<Availability> buffer;
    for (auto const& table : scratch.records) {
        auto const node = scratch.usable.first_common(table.nodes, table.first_node);
        if (node < 0) continue;
        auto const& found = cached_availability(market, node, buffer);
        if (!found || (common && (common->cpus != found->offer.cpus ||
                                  common->weight != found->offer.weight)))
            return std::nullopt;
        common = found->offer;
    }
    auto const& request = market.request;
    if (common && !request.whole_nodes && common->cpus > request.min_cpus_per_node)
        return std::nullopt;
    return common;
}

/// Finds the runs of `nodes` and counts them by length, longer ones as length `wanted`. Stops at a
/// run of exactly `wanted`: no later one would be taken before it.
void find_runs(NodeSet const& nodes, std::int32_t wanted, SelectScratch& scratch) {
    auto& runs = scratch.bit_runs;
    auto& of_length = scratch.runs_of_length;
    runs.clear();
    of_length.assign(static_cast<std::size_t>(wanted) + 1, 0);
    std::int32_t longest = 0;
    auto const words = nodes.words();
    std::size_t closed = 0;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        auto const word = words[i];
        auto const after = i + 1 < words.size() ? words[i + 1] : 0;
        auto const base = static_cast<std::int32_t>(i * 64);
        for (auto starts = word & ~(word << 1 | before >> 63); starts != 0; starts &= starts - 1)
            runs.push_back({base + std::countr_zero(starts), 0});
        for (auto lasts = word & ~(word >> 1 | after << 63); lasts != 0; lasts &= lasts - 1) {
            auto& run = runs[closed++];
            auto const length = base + std::countr_zero(lasts) + 1 - run.first;
            run.length = length;
            longest = std::max(longest, length);
            ++of_length[static_cast<std::size_t>(std::min(length, wanted))];
            if (length == wanted) {
                runs.resize(closed);
                return;
            }
        }
        before = word;
    }
    scratch.longest_run = longest;
}

/// The shortest run of at least `length`; of equal ones the lowest.
BitRun tightest_of(std::vector<BitRun> const& runs, std::int32_t length) {
    BitRun best{0, std::numeric_limits<std::int32_t>::max()};
    for (auto const& run : runs)
        if (run.length >= length && run.length < best.length) best = run;
    return best;
}

/// Takes the longest runs, of equal ones the lowest first, until the rest fits into one run, and
/// the rest from the shortest run that holds it. Every run is shorter than `wanted`, and together
/// they are sufficient.
void take_longest_first(SelectScratch& scratch, std::int32_t wanted) {
    auto& left_of = scratch.runs_of_length;
    auto const left = [&](std::int32_t length) -> std::int32_t& {
        return left_of[static_cast<std::size_t>(length)];
    };
    auto rest = wanted;
    auto shortest = scratch.longest_run;
    std::int32_t of_shortest = 0;  // taken runs of this length; all longer ones are taken
    for (;; --shortest, of_shortest = 0) {
        for (; left(shortest) > 0 && shortest < rest; --left(shortest)) {
            rest -= shortest;
            ++of_shortest;
        }
        if (left(shortest) > 0) break;
    }
    auto last = rest;
    while (left(last) == 0) ++last;
    for (auto const& run : scratch.bit_runs) {
        if (run.length > shortest) {
            scratch.chosen.insert_range(run.first, run.length);
        } else if (run.length == shortest && of_shortest > 0) {
            scratch.chosen.insert_range(run.first, run.length);
            --of_shortest;
        } else if (run.length == last) {
            scratch.chosen.insert_range(run.first, rest);
            last = -1;
        }
    }
}

/// Takes `wanted` nodes: from the tightest run that holds them, else from several.
void take_runs(SelectScratch& scratch, std::int32_t wanted) {
    scratch.chosen.clear();
    if (scratch.runs_of_length.back() == 0) {
        take_longest_first(scratch, wanted);
        return;
    }
    scratch.chosen.insert_range(tightest_of(scratch.bit_runs, wanted).first, wanted);
}

}  // namespace

EqualNodes find_equal_nodes(Market const& market, SelectMode mode) {
    auto const& request = market.request;
    if (!is_plain(market, mode)) return {};
    forget_idle(market);
    auto const offer = common_offer(market);
    // With a range of nodes a run may be sufficient before the whole request is found.
    if (!offer || request.requested_nodes > request.min_nodes ||
        request.max_nodes < request.min_nodes)
        return {};
    auto const for_cpus = (request.min_cpus + offer->cpus - 1) / offer->cpus;
    auto const wanted = std::max(request.min_nodes, for_cpus);
    auto const allowed = std::max(request.min_nodes, std::min(request.max_nodes, request.ntasks));
    if (wanted > allowed || market.usable < wanted) return {FastAnswer::none, 0, {}};
    return {FastAnswer::found, wanted, *offer};
}

void choose_equal_nodes(SelectScratch& scratch, NodeSet const& nodes, std::int32_t wanted) {
    auto& before = scratch.chosen_before.at(nodes, wanted);
    if (before.wanted == wanted && before.from == nodes) {
        scratch.chosen = before.chosen;
        return;
    }
    find_runs(nodes, wanted, scratch);
    take_runs(scratch, wanted);
    before = {nodes, wanted, scratch.chosen};
}

void pick_chosen(SelectScratch& scratch, NodeOffer const& offer) {
    auto const wanted = static_cast<std::size_t>(scratch.chosen.count());
    scratch.active.assign(wanted, offer);
    scratch.picks.resize(wanted);
    std::int32_t index = 0;
    scratch.chosen.for_each([&](std::int32_t node) {
        scratch.active[static_cast<std::size_t>(index)].node = node;
        scratch.picks[static_cast<std::size_t>(index)] = {index, offer.cpus};
        ++index;
    });
}

}  // namespace clustersim::slurm
