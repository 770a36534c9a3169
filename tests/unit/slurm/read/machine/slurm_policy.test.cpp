// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/slurm_policy.hpp"

#include "sim/config/document.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/slurm/read/parameters/parameter.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

ConfigNode policy_text(std::string const& text) {
    auto const document = parse_yaml(text, "policy.yaml");
    REQUIRE(document);
    return *document;
}

constexpr auto small_site = R"yaml(schema: clustersim/site/1
settings:
  scheduler: {backfill: {max_job_test: 50, window: 2 d}}
  priority: {type: multifactor, decay_half_life: 2 d}
nodes:
- {names: "n[1-4]", cpus: 8, cores_per_socket: 8, real_memory: 8 GiB}
- {names: "g1", cpus: 16, cores_per_socket: 16, real_memory: 16 GiB}
qos: {normal: {priority: 1}}
partitions:
  cpu: {nodes: "n[1-4]", is_default: true, max_time: 1 d}
  big: {nodes: "g1"}
)yaml";

slurm::Site site_under(std::string const& policy, Instant origin = {}) {
    Diagnostics warnings;
    auto const changed =
        site_under_policy(policy_text(small_site), policy_text(policy), origin, warnings);
    REQUIRE(changed);
    CHECK(warnings.empty());
    auto site = slurm::read_site(*changed);
    REQUIRE(site);
    return *site;
}

Diagnostics refusal_of(std::string const& policy) {
    Diagnostics warnings;
    auto const changed =
        site_under_policy(policy_text(small_site), policy_text(policy), {}, warnings);
    REQUIRE_FALSE(changed);
    return changed.error();
}

LoadedSystem machine_file(std::string const& name) {
    auto loaded = machine_catalogue(PROJECT_DIR "/systems").load(name);
    REQUIRE(loaded);
    return std::move(*loaded);
}

Result<LoadedSystem> machine_with(LoadedSystem const& before, std::string const& policy) {
    Diagnostics warnings;
    auto documents = machine_under_policy(before, policy_text(policy), warnings);
    if (!documents) return failure(documents.error());
    return machine_catalogue(PROJECT_DIR "/systems").read(std::move(*documents));
}

}  // namespace

TEST_CASE("a policy sets parameters by their names and values of slurm.conf", "[policy][unit]") {
    auto const site = site_under("PriorityDecayHalfLife: 14-0\n"
                                 "prioritymaxage: 1-12:00:00\n"
                                 "SchedulerParameters: 'bf_max_job_test=1000,defer'\n"
                                 "PriorityFlags: [NO_FAIR_TREE, CALCULATE_RUNNING]\n"
                                 "PriorityWeightTRES: {cpu: 5, mem: 2}\n"
                                 "PreemptMode: 'SUSPEND,GANG'\n"
                                 "release: '23.11'\n");
    auto const& settings = site.settings;
    CHECK(settings.priority.decay_half_life == 14 * 86400);
    CHECK(settings.priority.max_age == 36 * 3600);
    CHECK(settings.scheduler.backfill.max_job_test == 1000);
    CHECK(settings.scheduler.defer);
    CHECK(settings.priority.fairshare == slurm::FairshareAlgorithm::classic);
    CHECK(settings.priority.calculate_running);
    CHECK(settings.priority.weight_tres ==
          slurm::TresWeights{{slurm::tres::cpu, 5.0}, {slurm::tres::mem, 2.0}});
    CHECK(settings.preempt_mode == slurm::PreemptMode::suspend);
    CHECK(settings.gang);
    CHECK(settings.release.number == 2311);
    // What it does not name stays.
    CHECK(settings.scheduler.backfill.window_minutes == 2880);
}

TEST_CASE("a parameter can be set back to Slurm's default", "[policy][unit]") {
    auto const site = site_under("bf_max_job_test: 500\nPriorityDecayHalfLife: 7-0\n"
                                 "PriorityType: priority/basic\n");
    CHECK(site.settings.scheduler.backfill.max_job_test == 500);
    CHECK(site.settings.priority.decay_half_life == 7 * 86400);
    CHECK(site.settings.priority.type == slurm::PriorityType::basic);
}

TEST_CASE("each word of a list changes only itself, and `no` turns a flag off", "[policy][unit]") {
    auto const site = site_under("SchedulerParameters: {defer: yes}\nbf_busy_nodes: yes\n");
    CHECK(site.settings.scheduler.backfill.max_job_test == 50);
    CHECK(site.settings.scheduler.backfill.busy_nodes);
    CHECK_FALSE(site_under("defer: no\n").settings.scheduler.defer);
    CHECK_FALSE(refusal_of("PriorityFlags: {FAIR_TREE: no}\n").empty());
}

TEST_CASE("every mistake of a policy is reported at its place", "[policy][unit]") {
    auto const problems = refusal_of("PriorityDecayHalfLive: 14-0\n"
                                     "PriorityMaxAge: soon\n"
                                     "SchedulerParameters: {bf_max_job_tests: 5, bf_window: 0}\n"
                                     "partitions: {cpuu: {max_time: 2 d}}\n"
                                     "add-nodes: {cpu: 0, nope: 1}\n"
                                     "maintenance: {a: {start: 1 d, duraton: 8 h}}\n"
                                     "node_types: {cpu: {nodes: 3}}\n"
                                     "qos: 5\n");
    std::vector<int> lines;
    for (Diagnostic const& one : problems.items()) {
        CHECK(one.where.file == "policy.yaml");
        lines.push_back(one.where.line);
    }
    CHECK(lines == std::vector<int>{1, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8});
    CHECK(problems.items()[0].help == "did you mean \"PriorityDecayHalfLife\"?");
    CHECK(problems.items()[2].help == "did you mean \"bf_max_job_test\"?");
    CHECK(problems.items()[3].expected == "1 to 43200");
}

TEST_CASE("a parameter that is not emulated is refused, one without effect only warned of",
          "[policy][unit]") {
    auto const unsupported = std::string(slurm::unsupported_parameters().front());
    auto const equals = unsupported.find('=');
    std::string const text =
        equals == std::string::npos
            ? unsupported + ": 1\n"
            : unsupported.substr(0, equals) + ": {" + unsupported.substr(equals + 1) + ": 1}\n";
    CHECK(refusal_of(text).items().front().message.find("not emulated") != std::string::npos);
    Diagnostics warnings;
    CHECK(site_under_policy(
        policy_text(small_site), policy_text("SchedulerParameters: bf_continue\n"), {}, warnings));
    CHECK(warnings.items().size() == 1);
}

TEST_CASE("partitions and QOS are changed or added as in a site file", "[policy][unit]") {
    auto const site = site_under("partitions:\n"
                                 "  cpu: {max_time: 2 d}\n"
                                 "  night: {nodes: 'n[1-2]', priority_tier: 5}\n"
                                 "qos: {normal: {priority: 7}, urgent: {priority: 100}}\n");
    REQUIRE(site.partitions.size() == 3);
    CHECK(site.partitions[0].max_minutes == 2880);
    CHECK(site.partitions[0].is_default);
    CHECK(site.partitions[2].name == "night");
    CHECK(site.partitions[2].priority_tier == 5);
    CHECK(site.qos[0].priority == 7);
    CHECK(site.find_qos("urgent"));
}

TEST_CASE("added nodes are like the first node of their partition", "[policy][unit]") {
    auto const site = site_under("add-nodes: {cpu: 2, big: 1}\n");
    CHECK(site.nodes.size() == 8);
    CHECK(site.partitions[0].nodes.size() == 6);
    CHECK(site.partitions[1].nodes.size() == 2);
    CHECK(site.record_of(site.partitions[0].nodes.back()).cpus == 8);
    CHECK(site.record_of(site.partitions[1].nodes.back()).cpus == 16);
}

TEST_CASE("maintenance is a reservation from the beginning of the trace", "[policy][unit]") {
    auto const site = site_under("maintenance:\n"
                                 "  all: {start: 1 d, duration: 8 h, every: week}\n"
                                 "  some: {start: 2 h, duration: 1 h, partition: big}\n"
                                 "  two: {start: 0 s, duration: 1 h, nodes: 'n[1-2]'}\n",
                                 Instant{1000});
    REQUIRE(site.reservations.size() == 3);
    auto const& all = site.reservations[0];
    CHECK(all.start == Instant{87400});
    CHECK(all.duration == Seconds{8 * 3600});
    CHECK(all.flags.maint);
    CHECK(all.flags.all_nodes);
    CHECK(all.recurrence == slurm::Recurrence::weekly);
    CHECK(site.reservations[1].flags.part_nodes);
    CHECK(site.reservations[1].partition == "big");
    CHECK(site.reservations[2].nodes == std::vector<std::int32_t>{1, 2});  // behind g1
}

TEST_CASE("a machine of the catalogue takes a policy, and states it as the source of its numbers",
          "[policy][unit]") {
    LoadedSystem const before = machine_file("karolina");
    auto const after = machine_with(before,
                                    "bf_max_job_test: 1000\n"
                                    "PriorityDecayHalfLife: 14-0\n"
                                    "add-nodes: {qgpu: 8}\n"
                                    "partitions: {qgpu: {limits: {max_time: 24:00:00}}}\n");
    REQUIRE(after);
    auto const site = machine_site(after->system, make_population(RandomStream(1, "people"), 0));
    CHECK(site.settings.scheduler.backfill.max_job_test == 1000);
    CHECK(site.settings.priority.decay_half_life == 14 * 86400);
    CHECK(after->system.find_partition("qgpu")->nodes ==
          before.system.find_partition("qgpu")->nodes + 8);
    CHECK(site.partitions[static_cast<std::size_t>(*site.find_partition("qgpu"))].max_minutes ==
          1440);
}

TEST_CASE("a machine refuses a policy that contradicts itself, at the policy's place",
          "[policy][unit]") {
    LoadedSystem const before = machine_file("karolina");
    auto const unknown = machine_with(before, "partitions: {qgpu: {limits: {max_tim: 2 d}}}\n");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().items().front().where.file == "policy.yaml");
    auto const unknown_partition = machine_with(before, "add-nodes: {qgpuu: 1}\n");
    REQUIRE_FALSE(unknown_partition);
    CHECK(unknown_partition.error().items().front().help.starts_with("did you mean \"qgpu\""));
}

TEST_CASE("nodes fail at random and in outages, counted from an origin", "[policy][unit]") {
    auto const site = site_under("failures: {node-mtbf: 2000 d, mttr: 12 h}\n"
                                 "outages:\n"
                                 "  cooling: {start: 1 d, duration: 8 h}\n"
                                 "  rack: {start: 2 d, duration: 1 h, nodes: 'n[1-2]'}\n"
                                 "  big: {start: 2 d, duration: 1 h, partition: big}\n",
                                 Instant{1000});
    CHECK(site.failures ==
          slurm::NodeFailures{Seconds{2000 * 86400LL}, Seconds{12 * 3600}, Instant{1000}});
    REQUIRE(site.outages.size() == 3);
    CHECK(site.outages[0].name == "cooling");
    CHECK(site.outages[0].start == Instant{86400 + 1000});
    CHECK(site.outages[0].duration == Seconds{8 * 3600});
    CHECK(site.outages[0].nodes.empty());
    CHECK(site.outages[1].nodes == std::vector<std::int32_t>{1, 2});  // behind g1
    CHECK(site.outages[2].partition == "big");
    // A site file states the same.
    auto const document = parse_yaml(slurm::write_site_yaml(site), "the site");
    REQUIRE(document);
    auto const again = slurm::read_site(*document);
    REQUIRE(again);
    CHECK(slurm::write_site_yaml(*again) == slurm::write_site_yaml(site));
}

TEST_CASE("mistakes in failures and outages are reported at their places", "[policy][unit]") {
    auto const problems = refusal_of("failures: {node-mtbf: 12 h, mttr: 5 d}\n"
                                     "outages:\n"
                                     "  a: {start: 1 d, duraton: 8 h}\n"
                                     "  b: {start: 1 d, duration: 8 h, partition: bigg}\n"
                                     "  c: 5\n"
                                     "  d: {start: 1 d, duration: 8 h, partition: big, nodes: n1}\n"
                                     "failurs: {node-mtbf: 12 h}\n");
    std::vector<int> lines;
    for (Diagnostic const& one : problems.items()) lines.push_back(one.where.line);
    CHECK(lines == std::vector<int>{1, 3, 3, 4, 5, 6, 7});
    CHECK(problems.items()[3].help.starts_with("did you mean \"big\"?"));
    CHECK(problems.items()[6].help.starts_with("did you mean \"failures\"?"));
    auto const rest = refusal_of("failures: {node-mtbf: 5 y}\n");
    CHECK(rest.items().size() == 2);
    CHECK_FALSE(refusal_of("failures: 5\n").empty());
}

TEST_CASE("a machine file takes failures, with the policy as their source", "[policy][unit]") {
    auto const machine =
        machine_with(machine_file("karolina"),
                     "failures: {node-mtbf: 1800 d, mttr: 6 h}\n"
                     "outages: {rack: {start: 1 d, duration: 2 h, partition: qgpu}}\n");
    REQUIRE(machine);
    auto const site = machine_site(machine->system, {});
    CHECK(site.failures.node_mtbf == Seconds{1800 * 86400LL});
    CHECK(site.failures.mttr == Seconds{6 * 3600});
    REQUIRE(site.outages.size() == 1);
    CHECK(site.outages[0].partition == "qgpu");
}
