// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/compare/comparison_table.hpp"
#include "sim/commands/run/resolve_study.hpp"
#include "sim/report/study_table.hpp"
#include "sim/scenario/defaults.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

Library library() {
    std::filesystem::path const root = PROJECT_DIR;
    return {root / "systems", root / "workloads/applications", root / "workloads/mixes", {}};
}

template <class... Texts>
std::string one_of(Texts... texts) {
    std::array<std::string, sizeof...(texts)> const all{texts...};
    return all[*rc::gen::inRange<std::size_t>(0, all.size())];
}

/// A job of known length, or a training run, in one submission or as many as it takes.
std::string some_job() {
    int const nodes = *rc::gen::inRange(1, 5);
    switch (*rc::gen::inRange(0, 4)) {
        case 0: return fmt::format("{{runtime: {} h, nodes: {}}}", *rc::gen::inRange(1, 30), nodes);
        case 1: return fmt::format("{{runtime: {} h, gpus: 1}}", *rc::gen::inRange(1, 20));
        case 2:
            return fmt::format("{{application: gpt-857m, nodes: {}, steps: {}, training: "
                               "{{accumulation: 1}}}}",
                               nodes,
                               *rc::gen::inRange(100, 5000));
        default:
            return fmt::format("{{application: gpt-857m, nodes: {}, steps: {}, walltime: {} h, "
                               "checkpoint: {{}}, training: {{accumulation: 1}}}}",
                               nodes,
                               *rc::gen::inRange(20'000, 200'000),
                               *rc::gen::inRange(4, 24));
    }
}

struct SomeScenario {
    std::string system;
    ConfigNode document;
};

SomeScenario some_scenario() {
    std::string const system = one_of("karolina", "berzelius", "meluxina", "lumi");
    std::string text =
        fmt::format("schema: clustersim/scenario/1\ntitle: t\nsystem: {}\nscheduler: {}\nseed: {}\n"
                    "replicates: {}\n",
                    system,
                    one_of("easy", "fcfs", "slurm"),
                    *rc::gen::inRange(1, 1000),
                    *rc::gen::inRange(1, 4));
    // Named, or chosen by the program.
    if (*rc::gen::arbitrary<bool>()) {
        if (system == "karolina") text += "partition: qgpu\n";
        if (system == "meluxina") text += "partition: gpu\n";
        if (system == "lumi") text += "partition: small-g\n";
    }
    // A full queue of a large machine would make the test slow, a teaching policy on a small one not.
    if (system != "lumi" && *rc::gen::arbitrary<bool>())
        text += "background: {mix: itp-trace, load: 0.9, warm-up: 6 h, window: 6 h}\n";
    bool const two_jobs = *rc::gen::arbitrary<bool>();
    text += fmt::format("jobs:\n  a: {}\n", some_job());
    if (two_jobs) text += fmt::format("  b: {}\n", some_job());
    if (!two_jobs && *rc::gen::arbitrary<bool>()) text += "sweep: {seed: [3, 4]}\n";
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document, *parse_yaml(text, "study.yaml"));
    return {system, document};
}

/// The columns of a table by title; of two with the same title the first.
std::vector<std::string> column(Table const& table, std::string const& title) {
    std::vector<std::string> cells;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        if (table.columns[c].title != title) continue;
        for (auto const& row : table.rows) cells.push_back(row[c]);
        break;
    }
    return cells;
}

/// When the work of a job is done, from what the queue and the failures did to it.
std::optional<double> time_to_the_end(JobOutcome const& outcome) {
    if (outcome.campaign) {
        if (!outcome.campaign_result) return std::nullopt;
        return outcome.campaign_result->forecast.calendar_median.si();
    }
    std::vector<double> ends;
    for (QueueSample const& sample : outcome.samples) {
        if (!sample.has_started()) return std::nullopt;
        Instant const end = *sample.started + sample.held;
        ends.push_back(static_cast<double>((end - sample.submitted).count));
    }
    if (ends.empty()) return std::nullopt;
    std::ranges::sort(ends);
    return median(ends);
}

}  // namespace

TEST_CASE("run and compare answer the same about one machine", "[study][property]") {
    CHECK(rc::check([] {
        SomeScenario const asked = some_scenario();
        auto const resolved = resolve_study(*expand_sweep(asked.document), library());
        auto const compared = resolve_comparison(asked.document, {asked.system}, library());
        if (!resolved) {
            RC_ASSERT(!compared || compared->runs.empty());
            RC_TAG("impossible");
            return;
        }
        RC_ASSERT(compared.has_value());
        RunOptions options;
        options.library = library();
        Study const run = run_study(resolved->runs, options);
        Study const compare = run_study(compared->runs, options);
        RC_ASSERT(to_csv(study_values(run)) == to_csv(study_values(compare)));

        Table const of_run = study_table(run);
        Table const of_compare = comparison_table(compare);
        std::size_t common = 0;
        for (Table::Column const& c : of_compare.columns) {
            auto const cells = column(of_run, c.title);
            if (cells.empty()) continue;
            RC_ASSERT(cells == column(of_compare, c.title));
            ++common;
        }
        RC_ASSERT(common >= 4U);  // wait, node-h, billed, energy at least

        std::size_t row = 0;
        Metric const& turnaround = metric_named("turnaround_median_s");
        for (RunAnswer const& answer : run.runs) {
            for (JobOutcome const& outcome : answer.outcomes) {
                RC_ASSERT(turnaround.value(outcome) == time_to_the_end(outcome));
                auto const cells = column(of_compare, std::string(turnaround.title));
                // A column has one notation, which another row may decide.
                std::string const& cell = cells.at(row++);
                auto const text = [&](RangeUnits units) {
                    return metric_text(turnaround, outcome, units).value_or("–");
                };
                RC_ASSERT(cell == text(RangeUnits::one_if_readable) ||
                          cell == text(RangeUnits::each_its_own));
            }
        }
    }));
}
