// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/sweep_page.hpp"

#include "sim/report/html/page_json.hpp"
#include "sim/report/html/sweep_curves.hpp"
#include "sim/study/metric_table.hpp"
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
                sweep.points.push_back(std::move(point));
            }
    return sweep;
}

PageSection const& section_of(ReportPage const& page, std::string_view title) {
    auto const found = std::ranges::find(page.sections, title, &PageSection::title);
    REQUIRE(found != page.sections.end());
    return *found;
}

std::vector<std::string> numbers_to(int last) {
    std::vector<std::string> numbers;
    for (int i = 1; i <= last; ++i) numbers.push_back(std::to_string(i));
    return numbers;
}

}  // namespace

TEST_CASE("a swept number has curves with a line for each value of another key", "[report][unit]") {
    ReportPage const page = sweep_page(swept({"0.9", "0.7"}, {"16", "1", "4"}, {"easy"}));
    PageSection const& section = section_of(page, "By jobs.a.nodes");
    auto const& choice = std::get<PageChoice>(section.items.front());
    REQUIRE(choice.items.size() == 1);
    auto const& waits = std::get<LineChart>(choice.items.front().front());
    CHECK(waits.title == "Wait");
    CHECK(waits.x.logarithmic);
    CHECK(waits.x.base == 2);
    REQUIRE(waits.lines.size() == 2);
    // Numbers ascend, however the sweep lists them.
    CHECK(waits.lines[0].name == "load=0.7");
    CHECK(waits.lines[0].x == std::vector<double>{1, 4, 16});
    CHECK(waits.lines[0].y.back() == 716.0);
    CHECK(waits.lines[0].high.back() == 1432.0);
    CHECK(page.complete);
    // A key with one value is no axis.
    CHECK(std::ranges::count(page.sections, "By scheduler", &PageSection::title) == 0);
}

TEST_CASE("a metric that a key does not change is named and not drawn", "[report][unit]") {
    ReportPage const page = sweep_page(swept({"0.7", "0.9"}, {"1", "4"}, {"easy"}));
    PageSection const& section = section_of(page, "By background.load");
    CHECK(section.note.find("does not change it: run time") != std::string::npos);
    CHECK(std::get<PageChoice>(section.items.front()).items.front().size() == 1);
}

TEST_CASE("the settings of further keys are chosen", "[report][unit]") {
    ReportPage const page = sweep_page(swept({"0.7", "0.9"}, {"1", "2", "4"}, {"easy", "fcfs"}));
    auto const& choice = std::get<PageChoice>(section_of(page, "By background.load").items.front());
    CHECK(choice.names == std::vector<std::string>{"scheduler=easy", "scheduler=fcfs"});
}

TEST_CASE("times are numbers on an axis, words are not", "[report][unit]") {
    StoredSweep sweep = swept({"0.7"}, {"1", "2"}, {"30 min", "2 h"});
    ReportPage const page = sweep_page(sweep);
    auto const& choice = std::get<PageChoice>(section_of(page, "By jobs.a.nodes").items.front());
    CHECK(std::get<LineChart>(choice.items.front().front()).lines.front().name ==
          "scheduler=30 min");
    for (StoredPoint& point : sweep.points)
        point.jobs[0].values[metric_at("wait_median_s")].value = static_cast<double>(point.number);
    ReportPage const timed = sweep_page(sweep);
    auto const& over = std::get<PageChoice>(section_of(timed, "By scheduler").items.front());
    auto const& waits = std::get<LineChart>(over.items.front().front());
    CHECK(waits.x.unit == "s");
    CHECK(waits.lines.front().x == std::vector<double>{1800, 7200});
}

TEST_CASE("points that cannot be done have their reason", "[report][unit]") {
    StoredSweep sweep = swept({"0.7"}, {"1", "2"}, {"easy"});
    sweep.identity.points = 4;
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
