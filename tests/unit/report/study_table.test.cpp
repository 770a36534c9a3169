// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_table.hpp"

#include "sim/study/metric_table.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

JobOutcome solved(std::string name, int nodes) {
    JobOutcome outcome;
    outcome.job = std::move(name);
    outcome.nodes = nodes;
    outcome.runtime = {hours(2), hours(2), hours(2)};
    outcome.samples = {{Instant{0}, Instant{60}}, {Instant{0}, Instant{180}}};
    outcome.bill.node_hours = NodeHours{2.0 * nodes};
    return outcome;
}

Study study_of(std::vector<JobOutcome> outcomes) {
    Study study;
    study.title = "t";
    RunAnswer run;
    run.place.bill_unit = "core-h";
    run.outcomes = std::move(outcomes);
    study.runs = {run};
    return study;
}

bool has_column(Table const& table, std::string const& title) {
    return std::ranges::find(table.columns, title, &Table::Column::title) != table.columns.end();
}

}  // namespace

TEST_CASE("columns that apply to no job are left out", "[report][unit]") {
    Table const table = study_table(study_of({solved("a", 1)}));
    CHECK(has_column(table, "nodes"));
    CHECK_FALSE(has_column(table, "GPUs"));
    CHECK_FALSE(has_column(table, "step time"));
    CHECK_FALSE(has_column(table, "job"));
}

TEST_CASE("several jobs are distinguished by name, and a wait has its range", "[report][unit]") {
    Table const table = study_table(study_of({solved("a", 1), solved("b", 2)}));
    CHECK(has_column(table, "job"));
    REQUIRE(table.rows.size() == 2);
    CHECK(std::ranges::find(table.rows[0], "2 min (1 – 3)") != table.rows[0].end());
}

TEST_CASE("the values for programs are every metric in SI units", "[report][unit]") {
    Table const values = study_values(study_of({solved("a", 3)}));
    CHECK(values.columns.size() == metrics().size() + 8);
    auto const at = std::ranges::find(values.columns, "wait_median_s", &Table::Column::title) -
                    values.columns.begin();
    CHECK(values.rows[0][static_cast<std::size_t>(at)] == "120");
}

TEST_CASE("an interrupted study says so", "[report][unit]") {
    Study study = study_of({solved("a", 1)});
    CHECK(study_text(study, Format::table).find("INCOMPLETE") == std::string::npos);
    study.complete = false;
    CHECK(study_text(study, Format::table).find("INCOMPLETE") != std::string::npos);
    CHECK(study_text(study, Format::json).find("\"complete\": false") != std::string::npos);
}

TEST_CASE("values that differ between the runs are columns, shared ones are in the heading",
          "[report][unit]") {
    Study study = study_of({solved("a", 1)});
    study.runs.push_back(study.runs.front());
    for (std::size_t i = 0; i < 2; ++i) {
        RunAnswer& run = study.runs[i];
        run.settings = {{"scheduler", i == 0 ? "fcfs" : "easy"}};
        run.place.title = "Karolina";
        run.place.partition = "qgpu";
        run.terms = {1, 2, run.settings.front().second, {}};
        run.terms.background.mix = "itp-trace";
        run.terms.background.load = 0.9;
        run.terms.background.jobs_per_day = 400.0;
    }
    CHECK(has_column(study_table(study), "scheduler"));
    std::string const text = study_text(study, Format::table);
    CHECK(text.find("Karolina, partition qgpu") != std::string::npos);
    CHECK(text.find("offered load of 90 %, 400 jobs a day") != std::string::npos);
    CHECK(text.find("scheduler fcfs") == std::string::npos);
    CHECK(text.find("2 replicates, seed 1.") != std::string::npos);
    CHECK(study_text(study, Format::json).find("\"scheduler\": null") != std::string::npos);

    study.runs[1].terms.background.load = 0.5;
    study.runs[1].terms.background.jobs_per_day = 200.0;
    std::string const loads = study_text(study, Format::table);
    CHECK(loads.find("90 %") == std::string::npos);
    CHECK(loads.find("at the offered load of each row") != std::string::npos);
    CHECK(loads.find("jobs a day") == std::string::npos);
}

TEST_CASE("machines and partitions that differ without being swept are columns too",
          "[report][unit]") {
    Study study = study_of({solved("a", 1)});
    study.runs.push_back(study.runs.front());
    study.runs[0].place.system = "lumi";
    study.runs[0].place.title = "LUMI";
    study.runs[1].place.system = "vega";
    study.runs[1].place.title = "Vega";
    for (RunAnswer& run : study.runs) run.settings = {{"system", run.place.system}};
    study.runs[0].place.partition = "standard";
    study.runs[1].place.partition = "cpu";
    Table const table = study_table(study);
    CHECK(table.columns[0].title == "system");
    CHECK(table.columns[1].title == "partition");
    CHECK(table.rows[1][1] == "cpu");
    CHECK(study_text(study, Format::table).find("LUMI") == std::string::npos);
}

TEST_CASE("hours of devices are named in the title, or in the cells where they differ",
          "[report][unit]") {
    Study study = study_of({solved("a", 1), solved("b", 1)});
    for (JobOutcome& outcome : study.runs.front().outcomes) {
        outcome.gpus = 8;
        outcome.bill.device = "GCD";
    }
    CHECK(has_column(study_table(study), "GCD-h"));
    CHECK(has_column(study_table(study), "GCDs"));
    study.runs.front().outcomes[1].bill.device = "GPU";
    Table const mixed = study_table(study);
    CHECK(has_column(mixed, "device-h"));
    CHECK(std::ranges::find(mixed.rows[0], "8 GCD") != mixed.rows[0].end());
    CHECK(std::ranges::find(mixed.rows[1], "8 GPU") != mixed.rows[1].end());
}

TEST_CASE("a partial answer states how many replicates it uses", "[report][unit]") {
    Study study = study_of({solved("a", 1)});
    study.complete = false;
    study.runs[0].terms.replicates = 30;
    CHECK(study_text(study, Format::table).find("uses 2 of 30 replicates") != std::string::npos);
    study.runs.push_back(study.runs[0]);
    study.runs[1].outcomes[0].samples.pop_back();
    CHECK(study_text(study, Format::table).find("uses 1 to 2 of 30 replicates") !=
          std::string::npos);
}

TEST_CASE("a terminal gets the first answer, and all of it with --detail", "[report][unit]") {
    Study const study = study_of({solved("a", 1)});
    Format detailed = Format::table;
    detailed.detail = true;
    std::string const first = study_text(study, Format::table);
    std::string const all = study_text(study, detailed);
    CHECK(first.find("node-h  ") == std::string::npos);
    CHECK(all.find("node-h  ") != std::string::npos);
    CHECK(first.find("--detail: ") != std::string::npos);
    CHECK(all.find("--detail: ") == std::string::npos);
    CHECK(study_text(study, Format::markdown).find("node-h") != std::string::npos);

    PrintedAnswer exercise = study_answer(study);
    show_details(exercise);
    CHECK(to_text(exercise, Format::table) == all);
    CHECK(to_text(exercise, detailed) == all);
    CHECK(to_text(*read_answer(answer_json(study_answer(study)), "a"), Format::table) == first);
}
