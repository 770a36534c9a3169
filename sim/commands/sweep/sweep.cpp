// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep.hpp"

#include "sim/config/json_text.hpp"
#include "sim/core/version.hpp"
#include "sim/scenario/resolve.hpp"
#include "sim/scenario/resolved_document.hpp"
#include "sim/scenario/study_inputs.hpp"
#include "sim/study/expectation.hpp"
#include "sim/study/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace clustersim {
namespace {

/// What the check of some points found.
struct CheckedPoints {
    Diagnostics wrong;
    Diagnostics impossible;  ///< the problems of the first impossible point
    std::size_t impossible_points = 0;

    void append(CheckedPoints const& more) {
        wrong.append_unsaid(more.wrong);
        if (impossible_points == 0) impossible = more.impossible;
        impossible_points += more.impossible_points;
    }
};

/// A resolver remembers the queue of every point that it has seen, which takes memory.
constexpr std::size_t points_at_once = 64;

/// Checks the points from `from` to before `to`, and collects what they read.
CheckedPoints check_points(SweepGrid const& grid,
                           std::size_t from,
                           std::size_t to,
                           RunResolver& resolver,
                           Work const& work) {
    CheckedPoints checked;
    for (std::size_t at = from; at < to && !work.is_interrupted(); ++at) {
        auto const run = resolver.resolve(grid.point(at));
        if (run) continue;
        if (run.error().fault() != Fault::impossible)
            checked.wrong.append_unsaid(run.error());
        else if (++checked.impossible_points == 1)
            checked.impossible = run.error();
    }
    return checked;
}

/// Adds what another reader read and this one did not.
void merge_inputs(ReadInputs& inputs, ReadInputs const& more) {
    inputs.systems.insert(more.systems.begin(), more.systems.end());
    inputs.applications.insert(more.applications.begin(), more.applications.end());
    inputs.mixes.insert(more.mixes.begin(), more.mixes.end());
}

Diagnostics no_sweep(ConfigNode const& document) {
    Diagnostics wrong;
    Diagnostic& d =
        wrong.add(problem_at(document, Code::missing_key, "the scenario has no `sweep:`"));
    d.expected = "sweep: {jobs.train.nodes: [1, 2, 4], background.load: [0.8, 0.9]}";
    d.help = "add it to the scenario or give it with --set 'sweep={KEY: [VALUE, VALUE]}'";
    return wrong;
}

std::string scalar_at(ConfigNode const& document, std::string_view key) {
    ConfigNode const* node = document.find(key);
    return node == nullptr ? std::string() : node->scalar;
}

SweepIdentity
identity_of(ConfigNode const& document, SweepGrid const& grid, ReadInputs const& inputs) {
    StudyInputs read = inputs_of(inputs);
    read.scenarios = {document};
    SweepIdentity identity;
    identity.version = program_version();
    identity.title = scalar_at(document, "title");
    identity.scenario = to_json(document);
    identity.inputs = to_json(read.files);
    identity.hash = read.hash();
    identity.seed = scalar_at(document, "seed");
    identity.points = grid.size();
    for (ConfigNode::Entry const& axis : grid.axes()) identity.keys.push_back(axis.key);
    return identity;
}

std::size_t points_of(std::vector<SweepQueue> const& queues) {
    std::size_t points = 0;
    for (SweepQueue const& queue : queues) points += queue.points.size();
    return points;
}

bool of_jobs(std::string_view key) {
    return key == "jobs" || key.starts_with("jobs.");
}

}  // namespace

Result<Sweep> read_sweep(ConfigNode const& document, Library const& library, Work const& work) {
    auto grid = sweep_grid(document, most_sweep_points);
    if (!grid) return failure(std::move(grid.error()));
    if (grid->axes().empty()) return failure(no_sweep(document));
    Diagnostics wrong;
    if (auto const expectations = read_expectations(grid->point(0).document); !expectations)
        wrong.append(expectations.error());
    // Few slices: each worker reads the files for itself.
    std::size_t const slices = std::min<std::size_t>(grid->size(), work.workers);
    std::vector<CheckedPoints> checked(slices);
    ReadInputs inputs;
    std::mutex merging;
    run_parallel(slices, Work{.workers = work.workers}, [&](std::size_t slice) {
        std::size_t const end = (slice + 1) * grid->size() / slices;
        ReadInputs read;
        for (std::size_t at = slice * grid->size() / slices; at < end; at += points_at_once) {
            RunResolver resolver(library, std::nullopt, std::move(read));
            checked[slice].append(
                check_points(*grid, at, std::min(end, at + points_at_once), resolver, work));
            read = resolver.inputs();
        }
        std::lock_guard const lock(merging);
        merge_inputs(inputs, read);
    });
    CheckedPoints all;
    for (CheckedPoints const& slice : checked) all.append(slice);
    wrong.append_unsaid(all.wrong);
    if (all.impossible_points == grid->size()) wrong.append(all.impossible);
    if (wrong.has_errors()) {
        wrong.sort_by_place();
        return failure(std::move(wrong));
    }
    SweepIdentity identity = identity_of(document, *grid, inputs);
    return Sweep{
        std::move(*grid), library, std::move(inputs), std::move(identity), all.impossible_points};
}

std::vector<SweepQueue> queues_of(SweepGrid const& grid) {
    std::map<std::vector<std::size_t>, std::size_t> known;
    std::vector<SweepQueue> queues;
    for (std::size_t position = 0; position < grid.size(); ++position) {
        std::vector<std::size_t> key = grid.coordinates(position);
        for (std::size_t axis = 0; axis < key.size(); ++axis)
            if (of_jobs(grid.axes()[axis].key)) key[axis] = 0;
        auto const [at, added] = known.try_emplace(std::move(key), queues.size());
        if (added) {
            ConfigNode const document = grid.point(position).document;
            ConfigNode const* precision = document.find("precision");
            queues.push_back(
                {{}, precision == nullptr || precision->kind == ConfigNode::Kind::null});
        }
        queues[at->second].points.push_back(position + 1);
    }
    return queues;
}

std::vector<SweepQueue>
part_of(std::vector<SweepQueue> const& queues, std::size_t k, std::size_t n) {
    std::size_t const all = points_of(queues);
    std::size_t const from = (k - 1) * all / n;
    std::size_t const to = k * all / n;
    std::vector<SweepQueue> part;
    std::size_t begin = 0;
    for (SweepQueue const& queue : queues) {
        std::size_t const end = begin + queue.points.size();
        if (queue.divisible) {
            std::size_t const first = std::clamp(from, begin, end) - begin;
            std::size_t const last = std::clamp(to, begin, end) - begin;
            auto const points = queue.points.begin();
            if (first < last)
                part.push_back({{points + static_cast<std::ptrdiff_t>(first),
                                 points + static_cast<std::ptrdiff_t>(last)},
                                true});
        } else if (from <= begin && begin < to) {
            part.push_back(queue);
        }
        begin = end;
    }
    return part;
}

std::vector<SweepQueue> without(std::vector<SweepQueue> queues,
                                std::vector<std::size_t> const& answered) {
    for (SweepQueue& queue : queues)
        std::erase_if(
            queue.points,
            [&](std::size_t point) { return std::ranges::binary_search(answered, point); });
    std::erase_if(queues, [](SweepQueue const& queue) { return queue.points.empty(); });
    return queues;
}

SweepShare
share_of(SweepGrid const& grid, SweepPart const& part, std::vector<std::size_t> const& answered) {
    std::vector<SweepQueue> queues = queues_of(grid);
    if (part.number > 0) queues = part_of(queues, part.number, part.of);
    SweepShare share;
    share.points = points_of(queues);
    share.queues = without(std::move(queues), answered);
    share.left = points_of(share.queues);
    return share;
}

}  // namespace clustersim
