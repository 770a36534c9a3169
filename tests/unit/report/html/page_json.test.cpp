// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/page_json.hpp"

#include "sim/report/html/html_report.hpp"
#include "sim/report/html/waits_by_size.hpp"
#include "tests/support/catch.hpp"

#include <limits>
#include <string>

namespace clustersim {
namespace {

PastJob
run_of(std::int64_t id, std::int64_t submit, std::int64_t start, Instant end, std::int64_t nodes) {
    PastJob run;
    run.id = id;
    run.submit = Instant{submit};
    run.start = Instant{start};
    run.end = end;
    run.nodes = static_cast<std::int32_t>(nodes);
    return run;
}

GanttChart queue_of(std::int64_t jobs) {
    GanttChart chart{.title = "queue", .unit = "nodes", .from = {0}, .to = {100 * jobs}};
    chart.lanes.push_back({"all", 4096});
    for (std::int64_t i = 0; i < jobs; ++i) {
        Instant const end{97 * i + 3600 + (i * 7919) % 86400};
        PastJob run = run_of(1'000'000 + i, 60 * i, 97 * i, end, 1 + (i * 31) % 2048);
        run.user = chart.runs.users.number("user" + std::to_string(i % 300));
        run.queue = chart.runs.queues.number(i % 3 == 0 ? "small" : "large");
        chart.runs.jobs.push_back(run);
    }
    return chart;
}

std::string page_of(PageItem item) {
    ReportPage page{.kind = "run", .title = "t"};
    page.sections.push_back({"Queue", {}, {}});
    page.sections.back().items.push_back(std::move(item));
    return page_json(page);
}

}  // namespace

TEST_CASE("jobs are columns of numbers, and starts are differences", "[report][unit]") {
    GanttChart chart{.title = "queue", .unit = "nodes", .from = {0}, .to = {50}};
    chart.lanes.push_back({"gpu", 8});
    chart.runs.jobs = {run_of(7, 1, 10, {20}, 2), run_of(9, 2, 15, Instant::never(), 4)};
    chart.own = {{"train", {5}, Instant{30}, Instant{40}}, {"never", {5}, {}, {}}};
    std::string const text = page_of(chart);
    CHECK(text.find(R"("lanes":[{"name":"gpu","capacity":8}])") != std::string::npos);
    CHECK(text.find(
              R"("jobs":{"id":[7,2],"start":[10,5],"wait":[9,13],"run":[10,null],"size":[2,4]})") !=
          std::string::npos);
    CHECK(text.find(R"({"name":"never","submit":5,"start":null,"end":null})") != std::string::npos);
    CHECK(text.find("users") == std::string::npos);
}

TEST_CASE("names are stored once", "[report][unit]") {
    std::string const text = page_of(queue_of(4));
    CHECK(text.find(R"("users":["user0","user1","user2","user3"])") != std::string::npos);
    CHECK(text.find(R"("partition":[0,1,1,0])") != std::string::npos);
}

TEST_CASE("a report of many jobs stays small", "[report][unit]") {
    CHECK(html_report(page_of(queue_of(10'000))).size() <= 2'000'000);
    CHECK(html_report(page_of(queue_of(100'000))).size() <= 12'000'000);
}

TEST_CASE("a number that JSON does not have is null", "[report][unit]") {
    LineChart chart{.title = "x"};
    chart.lines.push_back({.name = "a",
                           .x = {1, 2.5},
                           .y = {std::nullopt, std::numeric_limits<double>::infinity()},
                           .low = {},
                           .high = {}});
    CHECK(page_of(chart).find(R"("x":[1,2.5],"y":[null,null])") != std::string::npos);
}

TEST_CASE("bytes that are not UTF-8 are replaced", "[report][unit]") {
    CHECK(page_of(PageText{"a\xFFz"}).find("a\xEF\xBF\xBDz") != std::string::npos);
}

TEST_CASE("waits are in classes of size that double", "[report][unit]") {
    std::vector<PastJob> runs;
    for (std::int64_t const nodes : {1, 2, 3, 4, 5, 8, 9})
        runs.push_back(run_of(nodes, 0, nodes, Instant::never(), nodes));
    BoxChart const chart = waits_by_size(runs, "nodes");
    REQUIRE(chart.boxes.size() == 5);
    CHECK(chart.boxes[0].name == "1");
    CHECK(chart.boxes[2].name == "3 – 4");
    CHECK(chart.boxes[3].ascending == std::vector<double>{5, 8});
    CHECK(chart.boxes[4].name == "9 – 16");
}

}  // namespace clustersim
