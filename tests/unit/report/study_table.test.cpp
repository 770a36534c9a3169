// SPDX-License-Identifier: Apache-2.0
#include "sim/report/study_table.hpp"

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
    outcome.wait = {seconds(120), seconds(66), seconds(174)};
    outcome.bill.node_hours = NodeHours{2.0 * nodes};
    return outcome;
}

Study study_of(std::vector<JobOutcome> outcomes) {
    Study study;
    study.title = "t";
    study.replicates = 2;
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

TEST_CASE("several jobs are told apart by name, and a wait has its range", "[report][unit]") {
    Table const table = study_table(study_of({solved("a", 1), solved("b", 2)}));
    CHECK(has_column(table, "job"));
    REQUIRE(table.rows.size() == 2);
    CHECK(std::ranges::find(table.rows[0], "2 min (1.1 – 2.9)") != table.rows[0].end());
}

TEST_CASE("the values for programs are every metric in SI units", "[report][unit]") {
    Table const values = study_values(study_of({solved("a", 3)}));
    CHECK(values.columns.size() == outcome_metrics().size() + 6);
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
