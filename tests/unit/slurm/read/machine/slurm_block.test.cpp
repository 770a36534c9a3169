// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"
#include "tests/unit/slurm/read/machine/our_machines.hpp"

#include <fmt/format.h>

using namespace clustersim;

namespace {

Result<LoadedSystem> machine_with(std::string const& text) {
    auto document = parse_yaml(small_machine + text, "small.yaml");
    REQUIRE(document);
    return ours.read(std::move(*document));
}

slurm::Site site_with(std::string const& text) {
    auto const loaded = machine_with(text);
    if (!loaded) FAIL(to_text(loaded.error()));
    return machine_site(loaded->system, make_population(RandomStream(1, "people")));
}

std::vector<std::string> problems_of(std::string const& text) {
    auto const loaded = machine_with(text);
    std::vector<std::string> found;
    if (!loaded) {
        for (Diagnostic const& one : loaded.error().items())
            found.push_back(
                fmt::format("{}:{}: {}", one.where.line, one.where.column, one.message));
    }
    return found;
}

}  // namespace

TEST_CASE("a machine file may set every parameter of its Slurm", "[slurm_machine][unit]") {
    slurm::Site const site =
        site_with("slurm:\n"
                  "  source: D\n"
                  "  confidence: docs\n"
                  "  settings:\n"
                  "    note: published\n"
                  "    kill_wait: {value: 45 s, source: E, confidence: estimate}\n"
                  "    over_time: {value: unlimited, note: as told}\n"
                  "    release: {value: 23.11, source: D, confidence: docs}\n"
                  "    scheduler: {backfill: {window: 2-00:00:00, busy_nodes: true}}\n"
                  "    priority: {type: multifactor, weight_tres: {source: D, gres/gpu: 5}}\n"
                  "  licenses: {matlab: 3}\n"
                  "  partitions: {batch: {grace_time: 2 min, deny_accounts: [guests]}}\n"
                  "  qos: {normal: {flags: {deny_on_limit: true}, usage_factor: 0.5}}\n");
    CHECK(site.settings.kill_wait == 45);
    CHECK(site.settings.over_time_minutes == -1);
    CHECK(site.settings.release.number == 2311);
    CHECK(site.settings.scheduler.backfill.window_minutes == 2880);
    CHECK(site.settings.scheduler.backfill.busy_nodes);
    REQUIRE(site.settings.priority.weight_tres.size() == 1);
    CHECK(site.tres.name(site.settings.priority.weight_tres[0].first) == "gres/gpu");
    REQUIRE(site.licenses.size() == 1);
    CHECK(site.partitions[0].grace_seconds == 120);
    CHECK(site.partitions[0].deny_accounts == std::vector<std::string>{"guests"});
    // Values that the block does not set follow from the rest of the file.
    CHECK(site.partitions[0].max_minutes == 2880);
    CHECK(site.qos[0].flags.deny_on_limit);
    CHECK(site.qos[0].flags.over_part_qos);
    CHECK(site.qos[0].job.wall_minutes == 1440);
    CHECK(site.settings.max_job_count == 1'000'000);
}

TEST_CASE("a machine without a Slurm block has Slurm's defaults", "[slurm_machine][unit]") {
    slurm::Site const site = site_with("");
    slurm::Settings expected;
    expected.cluster_name = "small";
    expected.enforce = {true, true, true, false};
    expected.accounting_storage = true;
    expected.max_job_count = 1'000'000;
    CHECK(site.settings == expected);
}

TEST_CASE("every mistake in the block is reported with its place, together with the others",
          "[slurm_machine][unit]") {
    CHECK(problems_of("slurm:\n"
                      "  settings: {kill_wiat: 30 s, kill_wait: 1.5 s,\n"
                      "             scheduler: {backfill: {max_job_test: 0, interval: 30}}}\n"
                      "  partitions: {bacth: {grace_time: 1 min}, batch: {max_nodes: 3}}\n"
                      "  nodes: []\n"
                      "site_rules: {extends_time: soon}\n") ==
          std::vector<std::string>{
              "42:14: unknown key \"kill_wiat\"",
              "42:42: \"kill_wait\" is 1.5 s",
              "43:51: \"max_job_test\" is 0",
              "43:64: \"interval\": \"30\" has no unit",
              "44:52: \"max_nodes\" belongs in the machine's own partitions",
              "45:3: unknown key \"nodes\"",
              "46:28: \"extends_time\" is \"soon\"",
          });
}

TEST_CASE("a block names only partitions of its machine", "[slurm_machine][unit]") {
    auto const found = problems_of("slurm: {partitions: {bacth: {grace_time: 1 min}}}\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0].ends_with("there is no partition \"bacth\""));
}
