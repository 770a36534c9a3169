// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/imported_machine.hpp"

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/machine/our_machines.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

using namespace clustersim;

namespace {

std::filesystem::path const sites = TEST_DATA_DIR "/sites";

System machine(std::string const& file) {
    auto loaded = ours.load((sites / file).string());
    if (!loaded) FAIL(to_text(loaded.error()));
    return std::move(loaded->system);
}

Partition const& partition(System const& system, std::string_view name) {
    Partition const* found = system.find_partition(std::string(name));
    REQUIRE(found != nullptr);
    return *found;
}

slurm::Site site_of(System const& system) {
    return machine_site(system, people_of(system, RandomStream(1, "people")));
}

/// The messages about the GPU machine with one passage replaced.
std::vector<std::string> problems_with(std::string const& passage, std::string const& instead) {
    std::ifstream stream(sites / "gpus/machine.yaml");
    std::ostringstream whole;
    whole << stream.rdbuf();
    std::string text = whole.str();
    auto const at = text.find(passage);
    REQUIRE(at != std::string::npos);
    text.replace(at, passage.size(), instead);
    auto document = parse_yaml(text, (sites / "gpus/machine.yaml").string());
    REQUIRE(document);
    auto const loaded = ours.read(std::move(*document));
    std::vector<std::string> found;
    if (!loaded)
        for (Diagnostic const& one : loaded.error().items()) found.push_back(one.message);
    return found;
}

}  // namespace

TEST_CASE("an imported site becomes a machine with its partitions and their limits",
          "[slurm_machine][unit]") {
    System const valley = machine("cpus.yaml");
    CHECK(valley.name == "valley");
    REQUIRE(valley.partitions.size() == 2);
    Partition const& batch = partition(valley, "batch");
    CHECK(batch.is_default);
    CHECK(batch.exclusive);
    CHECK(batch.nodes == 44);
    CHECK(batch.places.first == 0);
    CHECK(batch.limits.max_nodes == 16);
    CHECK(batch.limits.max_time == Seconds{2 * 86400});
    CHECK(batch.default_time == Seconds{3600});
    CHECK(batch.billing.per_core_hour == 1.0);
    REQUIRE(batch.qos.size() == 2);
    CHECK(batch.qos[0].name == "normal");
    CHECK(batch.qos[0].limits.max_submitted == 100);
    CHECK(batch.qos[0].limits.max_time == Seconds{2 * 86400});
    // The time limit of this QOS applies by its flag, its node limit because it is lower.
    CHECK(batch.qos[1].limits.max_time == Seconds{7 * 86400});
    CHECK(batch.qos[1].limits.max_nodes == 4);
    CHECK(partition(valley, "debug").places.first == 40);
    NodeType const& type = valley.node_type_of(batch);
    CHECK_FALSE(type.described);
    CHECK(type.nodes == 48);
    CHECK(type.usable_cores == 64);
    CHECK(type.hosts == "n[01-48]");
}

TEST_CASE("the site of an imported machine admits its users and the study",
          "[slurm_machine][unit]") {
    System const valley = machine("cpus.yaml");
    UserPopulation const people = people_of(valley, RandomStream(1, "people"));
    REQUIRE(people.users.size() == 3);
    CHECK(people.accounts.size() == 2);
    CHECK(people.users[0].name == "ann");
    CHECK(people.users[0].activity == 40.0);
    CHECK(people.users[1].activity == 20.0);
    slurm::Site const site = site_of(valley);
    CHECK(site.find_association(study_account, study_user, ""));
    CHECK(site.find_association("chem", "ann", ""));
    CHECK(site.settings.scheduler.backfill.max_job_user == 20);
    auto const debug = site.partitions[static_cast<std::size_t>(*site.find_partition("debug"))];
    CHECK(std::ranges::count(debug.allow_accounts, study_account) == 1);
    // Its nodes have the order of the file.
    NodeLayout const layout(valley, site);
    CHECK(layout.nodes_of(partition(valley, "debug")) == debug.nodes);
}

TEST_CASE("a machine file describes the nodes of a slurm.conf", "[slurm_machine][unit]") {
    System const hill = machine("gpus/machine.yaml");
    Partition const& gpu = partition(hill, "gpu");
    CHECK(gpu.node_type == "a100");
    CHECK(hill.node_type_of(gpu).described);
    CHECK(hill.accelerator_of(hill.node_type_of(gpu)) != nullptr);
    CHECK(gpu.defaults.cores_per_gpu == 16);
    CHECK(gpu.billing.per_gpu_hour == 1.0);
    CHECK(partition(hill, "small").places.first == 6);
    CHECK_FALSE(hill.node_type_of(partition(hill, "cpu")).described);
    // A partition with two kinds of nodes becomes one for each kind.
    CHECK(partition(hill, "all-a100").slurm_name == "all");
    CHECK(partition(hill, "all-cpu").nodes == 16);
    slurm::Site const site = site_of(hill);
    CHECK(site.settings.scheduler.backfill.window_minutes == 4320);
    CHECK(NodeLayout(hill, site).nodes_of(partition(hill, "small")) ==
          std::vector<std::int32_t>{22, 23});  // behind cpu001 to cpu016
    auto const& features = site.record_of(16).features;
    CHECK(std::ranges::count(features, "a100") == 1);
}

TEST_CASE("a node type that contradicts the site is reported with its place and the reason",
          "[slurm_machine][unit]") {
    CHECK(problems_with("    hosts: 'gpu[01-08]'\n", "") ==
          std::vector<std::string>{"the names of these nodes in the Slurm file are missing"});
    CHECK(problems_with("gpu[01-08]", "gpu[01-09]") ==
          std::vector<std::string>{"9 hosts, but `nodes` is 8",
                                   "the Slurm of this machine has no node gpu09"});
    CHECK(problems_with("count: 4", "count: 2, cards: 1") != std::vector<std::string>{});
    CHECK(problems_with("cores: 64", "cores: 32") ==
          std::vector<std::string>{"32 cores per node, but gpu01 has 64 in its Slurm"});
    auto const missing = problems_with("slurm: slurm.conf", "slurm: none.conf");
    REQUIRE(missing.size() == 1);
    CHECK(missing[0].ends_with("cannot read the file: it does not exist"));
    auto const twice = problems_with("fabrics:\n", "partitions: {gpu: {}}\nfabrics:\n");
    CHECK(std::ranges::count(twice, "slurm.conf already describes the partitions") == 1);
}

TEST_CASE("a mistake in a machine's slurm.conf is reported with its line in that file",
          "[slurm_machine][unit]") {
    auto const folder = std::filesystem::temp_directory_path() / "clustersim-imported-machine";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "slurm.conf")
        << "KillWait=soon\nNodeName=n1\nPartitionName=p Nodes=n1\n";
    std::ofstream(folder / "mine.yaml")
        << "schema: clustersim/system/1\nname: mine\ntitle: mine\ncountry: EU\nsite: here\n"
           "power: {pue: 1.2, grid_carbon_g_per_kwh: 1}\nsources: {T: t}\nsource: T\n"
           "confidence: estimate\nslurm: slurm.conf\n";
    auto const loaded = ours.load((folder / "mine.yaml").string());
    REQUIRE_FALSE(loaded);
    Diagnostic const& first = loaded.error().items().front();
    CHECK(first.where.file == (folder / "slurm.conf").string());
    CHECK(first.where.line == 1);
    std::filesystem::remove_all(folder);
}
