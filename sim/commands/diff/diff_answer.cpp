// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/diff/diff_answer.hpp"

#include "sim/commands/diff/machine_use.hpp"
#include "sim/results/metrics.hpp"
#include "sim/stats/blocked_quotient.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace clustersim {
namespace {

constexpr Seconds one_day{86400};
constexpr std::int64_t noticed = 60;  ///< s

DiffValue difference(BlockedQuotient const& first, BlockedQuotient const& other) {
    return {first.value(), other.value(), half_width_of_difference(first, other)};
}

/// How the samples are divided into blocks.
struct Blocks {
    std::size_t count = 0;
    bool days = false;

    explicit Blocks(DiffSide const& side) : count(side.samples.size()) {
        if (count > 1) return;
        days = true;
        DiffSample const& only = side.samples.front();
        count = static_cast<std::size_t>(std::max<std::int64_t>(
            1, ((only.to - only.from).count + one_day.count - 1) / one_day.count));
    }
    [[nodiscard]] std::size_t of(std::size_t sample, DiffSample const& in, Instant submit) const {
        if (!days) return sample;
        return static_cast<std::size_t>((submit - in.from).count / one_day.count);
    }
};

/// The waits of one class on one side.
struct ClassSums {
    BlockedQuotient wait, slowdown;
    std::vector<double> waits;

    explicit ClassSums(std::size_t blocks) : wait(blocks), slowdown(blocks) {}
};

/// All sums of one side.
struct SideSums {
    std::vector<ClassSums> classes;
    BlockedQuotient busy, lost, backfill, power;
    BlockedQuotient node_failures, requeued, failed, hours_down, hours_lost;  ///< over days
    std::size_t unstarted = 0;

    SideSums(std::size_t classes_in_all, std::size_t blocks)
        : classes(classes_in_all, ClassSums(blocks)),
          busy(blocks),
          lost(blocks),
          backfill(blocks),
          power(blocks),
          node_failures(blocks),
          requeued(blocks),
          failed(blocks),
          hours_down(blocks),
          hours_lost(blocks) {}
};

bool counts(PastJob const& job, DiffSample const& sample) {
    return job.submit >= sample.from && job.submit < sample.to;
}

void add_job(SideSums& sums,
             PastJob const& job,
             std::span<std::size_t const> classes,
             std::size_t block) {
    if (!job.started()) {
        ++sums.unstarted;
        return;
    }
    auto const wait = static_cast<double>(job.wait().count);
    sums.backfill.add(block, job.by_backfill ? 1.0 : 0.0);
    for (std::size_t const one : classes) {
        ClassSums& of = sums.classes[one];
        of.wait.add(block, wait);
        of.waits.push_back(wait);
        if (auto const run = job.run()) of.slowdown.add(block, bounded_slowdown(job.wait(), *run));
    }
}

void add_use(SideSums& sums, DiffSide const& side, MachineUse const& use, std::size_t block) {
    sums.busy.add(block, use.busy, use.capacity);
    sums.lost.add(block, use.lost, use.capacity);
    if (!side.draw || side.nodes == 0) return;
    double const energy = use.busy_nodes * side.draw->busy.si() +
                          (use.all_nodes - use.busy_nodes) * side.draw->idle.si();
    sums.power.add(block, energy, use.all_nodes / static_cast<double>(side.nodes));
}

void add_failures(
    SideSums& sums, slurm::FailureLog const& log, Instant from, Instant to, std::size_t block) {
    slurm::FailureTotals const part = slurm::failure_totals(log, from, to);
    double const days = static_cast<double>((to - from).count) / static_cast<double>(one_day.count);
    sums.node_failures.add(block, static_cast<double>(part.node_failures), days);
    sums.requeued.add(block, static_cast<double>(part.jobs_requeued), days);
    sums.failed.add(block, static_cast<double>(part.jobs_failed), days);
    sums.hours_down.add(block, part.node_hours_down, days);
    sums.hours_lost.add(block, part.node_hours_lost, days);
}

FailureDiff failure_diff(SideSums const& first, SideSums const& other) {
    return {difference(first.node_failures, other.node_failures),
            difference(first.requeued, other.requeued),
            difference(first.failed, other.failed),
            difference(first.hours_down, other.hours_down),
            difference(first.hours_lost, other.hours_lost)};
}

SideSums sums_of(DiffSide const& side,
                 std::vector<std::vector<std::vector<std::size_t>>> const& classes,
                 std::size_t classes_in_all,
                 Blocks const& blocks) {
    SideSums sums(classes_in_all, blocks.count);
    for (std::size_t k = 0; k < side.samples.size(); ++k) {
        DiffSample const& sample = side.samples[k];
        for (std::size_t j = 0; j < sample.past.jobs.size(); ++j) {
            PastJob const& job = sample.past.jobs[j];
            if (counts(job, sample))
                add_job(sums, job, classes[k][j], blocks.of(k, sample, job.submit));
        }
        std::vector<Instant> edges{sample.from};
        for (std::size_t day = 1; blocks.days && day < blocks.count; ++day)
            edges.push_back(sample.from + Seconds{static_cast<std::int64_t>(day) * one_day.count});
        edges.push_back(sample.to);
        auto const uses = machine_use(side, sample, edges);
        for (std::size_t b = 0; b < uses.size(); ++b)
            add_use(sums, side, uses[b], blocks.days ? b : k);
        for (std::size_t b = 0; b + 1 < edges.size(); ++b)
            add_failures(sums, sample.failures, edges[b], edges[b + 1], blocks.days ? b : k);
    }
    return sums;
}

ClassDiff class_diff(JobClass const& of, ClassSums const& first, ClassSums const& other) {
    ClassDiff diff;
    diff.of = of;
    diff.jobs_first = first.waits.size();
    diff.jobs_other = other.waits.size();
    diff.mean_wait = difference(first.wait, other.wait);
    diff.slowdown = difference(first.slowdown, other.slowdown);
    diff.median_first = median(sorted(first.waits));
    diff.median_other = median(sorted(other.waits));
    return diff;
}

/// False for the only class of a division, which is the same as all jobs.
bool divides(JobClasses const& classes, JobClass const& one) {
    return one.division == "all" ||
           std::ranges::count(classes.classes, one.division, &JobClass::division) > 1;
}

PairedStarts paired_starts(DiffSide const& first, DiffSide const& other) {
    PairedStarts pairs;
    for (std::size_t k = 0; k < first.samples.size(); ++k) {
        std::map<std::pair<std::int64_t, std::int32_t>, Instant> starts;
        for (PastJob const& job : first.samples[k].past.jobs)
            if (job.started() && counts(job, first.samples[k]))
                starts.emplace(std::pair(job.id, job.task), job.start);
        for (PastJob const& job : other.samples[k].past.jobs) {
            auto const found = starts.find({job.id, job.task});
            if (found == starts.end() || !job.started()) continue;
            ++pairs.jobs;
            std::int64_t const later = (job.start - found->second).count;
            pairs.earlier += later < -noticed ? 1U : 0U;
            pairs.later += later > noticed ? 1U : 0U;
        }
    }
    return pairs;
}

}  // namespace

bool DiffValue::is_clear() const {
    return half_width && std::fabs(change()) > *half_width;
}

DiffAnswer compare_sides(DiffSides const& sides) {
    DiffSide const& first = sides.sides.front();
    Blocks const blocks(first);
    JobClasses const classes = classify(sides);
    std::vector<SideSums> sums;
    for (std::size_t s = 0; s < sides.sides.size(); ++s)
        sums.push_back(sums_of(sides.sides[s], classes.of_job[s], classes.classes.size(), blocks));
    DiffAnswer answer{first.name, {}, blocks.count, blocks.days};
    for (std::size_t s = 1; s < sides.sides.size(); ++s) {
        DiffSide const& other = sides.sides[s];
        DiffPair& pair = answer.pairs.emplace_back();
        pair.name = other.name;
        for (std::size_t c = 0; c < classes.classes.size(); ++c) {
            ClassSums const& a = sums.front().classes[c];
            ClassSums const& b = sums[s].classes[c];
            if (!a.waits.empty() && !b.waits.empty() && divides(classes, classes.classes[c]))
                pair.classes.push_back(class_diff(classes.classes[c], a, b));
        }
        if (first.cpus > 0 && other.cpus > 0) {
            pair.utilisation = difference(sums.front().busy, sums[s].busy);
            pair.lost_capacity = difference(sums.front().lost, sums[s].lost);
        }
        pair.by_backfill = difference(sums.front().backfill, sums[s].backfill);
        if (first.draw && other.draw) pair.power = difference(sums.front().power, sums[s].power);
        if (first.nodes_fail || other.nodes_fail)
            pair.failures = failure_diff(sums.front(), sums[s]);
        if (sides.same_jobs) pair.pairs = paired_starts(first, other);
        pair.unstarted_first = sums.front().unstarted;
        pair.unstarted_other = sums[s].unstarted;
    }
    return answer;
}

}  // namespace clustersim
