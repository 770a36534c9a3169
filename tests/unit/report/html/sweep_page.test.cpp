// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/sweep_page.hpp"

#include "sim/report/html/page_json.hpp"
#include "sim/report/html/sweep_curves.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace clustersim {
namespace {

std::size_t metric_at(std::string_view name) {
    auto const names = metrics_of_sweep_page();
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// Waits that grow with the load and with the nodes; run times that only the nodes change.
StoredSweep swept(std::vector<std::string> const& loads,
                  std::vector<std::string> const& nodes,
                  std::vector<std::string> const& policies) {
    StoredSweep sweep;
    sweep.identity.title = "T";
    sweep.identity.keys = {"background.load", "jobs.a.nodes", "scheduler"};
    sweep.identity.points = loads.size() * nodes.size() * policies.size();
    sweep.units = {"s"};
    for (std::string_view const name : metrics_of_sweep_page())
        sweep.metrics.push_back(&metric_named(name));
    for (std::string const& load : loads)
        for (std::string const& count : nodes)
            for (std::string const& policy : policies) {
                StoredPoint point;
                point.number = sweep.points.size() + 1;
                point.settings = {load, count, policy};
                point.replicates = 3;
                StoredJob job{"a", {}, std::vector<StoredValue>(sweep.metrics.size())};
                double const wait = 1000.0 * std::stod(load) + std::stod(count);
                job.values[metric_at("wait_median_s")] = {wait, wait / 2.0, wait * 2.0, 0};
                job.values[metric_at("runtime_s")] = {3600.0 / std::stod(count), {}, {}, 0};
                point.jobs.push_back(std::move(job));
                StoredPoint& impossible = sweep.points.emplace_back();
    impossible.number = 4;
    impossible.settings = {"0.7", "99", "easy"};
    impossible.impossible = "too big";
    sweep.points.front().jobs.front().never_started = "PartitionNodeLimit";
    ReportPage const page = sweep_page(sweep);
    CHECK_FALSE(page.complete);
    CHECK(page.lead.front().starts_with("3 of 4 points"));
    auto const& refused = std::get<PageTable>(section_of(page, "Not possible").items.front());
    CHECK(refused.table.rows.front().back() == "too big");
    auto const& pending =
        std::get<PageTable>(section_of(page, "Not started in every replicate").items.front());
    CHECK(pending.table.rows.front().back() == "PartitionNodeLimit");
}

TEST_CASE("the best of all points are the headline", "[report][unit]") {
    ReportPage const page = sweep_page(swept({"0.7", "0.9"}, numbers_to(300), {"easy"}));
    auto const fastest = std::ranges::find(page.cards, "Shortest run time", &PageCard::title);
    REQUIRE(fastest != page.cards.end());
    CHECK(fastest->value == "12 s");
    CHECK(fastest->note == "load=0.7, nodes=300, scheduler=easy");
}

TEST_CASE("the page of a hundred thousand points stays small and says what it leaves out",
          "[report][unit]") {
    ReportPage const page = sweep_page(swept(numbers_to(100), numbers_to(100), numbers_to(10)));
    auto const& answers = section_of(page, "Answers");
    CHECK(std::get<PageTable>(answers.items.front()).table.rows.size() == most_sweep_rows);
    CHECK(answers.note == "The first 500 of 100,000 rows; all are in the file of the sweep.");
    std::size_t values = 0;
    for (PageSection const& section : page.sections)
        for (PageItem const& item : section.items)
            if (auto const* choice = std::get_if<PageChoice>(&item))
                for (auto const& charts : choice->items)
                    for (PageChart const& chart : charts)
                        for (ChartLine const& line : std::get<LineChart>(chart).lines)
                            values += line.x.size();
    CHECK(values > 1000);
    CHECK(values <= most_curve_values);
    CHECK(section_of(page, "By background.load").note.find("The first") != std::string::npos);
    CHECK(page_json(page).size() < 2'000'000);
}

}  // namespace clustersim
