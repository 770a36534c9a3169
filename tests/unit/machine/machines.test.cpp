// SPDX-License-Identifier: Apache-2.0
// Well-known numbers of the shipped machines, and rules that all shipped machines follow.
#include "models/machine/catalogue.hpp"
#include "sim/config/yaml_folder.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <set>

using namespace clustersim;

namespace {

Catalogue const ours{std::string(PROJECT_DIR) + "/systems"};

System machine(std::string const& name) {
    auto loaded = ours.load(name);
    if (!loaded) INFO(to_text(loaded.error()));
    REQUIRE(loaded);
    return std::move(loaded->system);
}

struct Known {
    char const* name;
    int nodes;
    int gpus;
    char const* default_partition;
    int gpus_per_node;
    char const* accelerator;
};

}  // namespace

TEST_CASE("every machine has the operator's numbers of nodes and GPUs", "[machine][unit]") {
    auto const known = GENERATE(
        Known{"leonardo", 3456 + 1536, 13824, "boost_usr_prod", 4, "a100-sxm4-64"},
        Known{"lumi", 2978 + 2048 + 16, 23824 + 64, "standard-g", 8, "mi250x-gcd"},
        Known{"marenostrum5", 1120 + 6408 + 10 + 72, 4480, "acc", 4, "h100-sxm5-64"},
        Known{"meluxina", 573 + 200 + 20 + 20, 800, "gpu", 4, "a100-sxm4-40"},
        Known{"karolina", 720 + 72 + 1 + 2, 576 + 2, "qgpu", 8, "a100-sxm4-40"},
        Known{"discoverer", 1128 + 4, 32, "common", 8, "h200-sxm-141"},
        Known{"vega", 960 + 60, 240, "gpu", 4, "a100-sxm4-40"},
        Known{"deucalion", 1632 + 500 + 33, 132, "normal-a100-80", 4, "a100-sxm4-80"},
        Known{"jupiter", 5884, 23536, "booster", 4, "gh200-96"},
        Known{"berzelius", 94, 752, "thin", 8, "a100-sxm4-40"},
        Known{"alex", 44 + 20 + 18 + 11, 352 + 160 + 144 + 88, "a100-80", 8, "a100-sxm4-80"},
        Known{"puhti", 682 + 80, 320, "gpu", 4, "v100-sxm2-32"},
        Known{"mahti", 1404 + 24, 96, "gpumedium", 4, "a100-sxm4-40"},
        Known{"roihu", 414 + 72 + 4 + 4 + 132, 528 + 8, "small", 0, ""});
    INFO(known.name);
    System const system = machine(known.name);
    CHECK(system.name == known.name);
    CHECK(system.node_count() == known.nodes);
    CHECK(system.gpu_count() == known.gpus);
    CHECK(system.default_partition().name == known.default_partition);
    NodeType const& type = system.node_type_of(system.default_partition());
    CHECK(type.gpus == known.gpus_per_node);
    CHECK(type.accelerator == known.accelerator);
    if (type.gpus > 0) CHECK(system.accelerator_of(type)->name == known.accelerator);
}

TEST_CASE("Arrhenius has three partitions, and jobs that name none get CPU nodes",
          "[machine][unit]") {
    System const arrhenius = machine("arrhenius");
    CHECK(arrhenius.node_count() == 382 + 192 + 20);
    CHECK(arrhenius.gpu_count() == 1528);
    CHECK(arrhenius.default_partition().name == "cpu");
    NodeType const& gpu = arrhenius.node_type_of(*arrhenius.find_partition("gpu"));
    CHECK(gpu.accelerator == "gh200-96");
    CHECK(gpu.nic.bandwidth.si() * gpu.nic.count / gpu.gpus / 1e9 == Approx(25));
}

TEST_CASE("every machine loads without a warning", "[machine][unit]") {
    for (std::string const& name : ours.names()) {
        auto const loaded = ours.load(name);
        REQUIRE(loaded);
        INFO(name << "\n" << to_text(loaded->warnings));
        CHECK(loaded->warnings.empty());
        CHECK(loaded->system.name == name);
    }
}

TEST_CASE("every accelerator file is used by a machine and named as its file", "[machine][unit]") {
    std::set<std::string> used;
    for (std::string const& name : ours.names())
        for (auto const& [key, accelerator] : machine(name).accelerators) used.insert(key);
    std::string const references = std::string(PROJECT_DIR) + "/systems/reference";
    for (std::string const& name : Catalogue(references).names())
        for (auto const& [key, accelerator] :
             machine(references + "/" + name + ".yaml").accelerators)
            used.insert(key);
    for (std::string const& name :
         YamlFolder(std::string(PROJECT_DIR) + "/systems/accelerators", "accelerator").names()) {
        INFO(name);
        CHECK(used.contains(name));
        CHECK(read_yaml(std::string(PROJECT_DIR) + "/systems/accelerators/" + name + ".yaml")
                  ->find("name")
                  ->scalar == name);
    }
}

TEST_CASE("bandwidths per GPU match the documented ports", "[machine][unit]") {
    auto const per_gpu = [](std::string const& name, std::string const& partition = "") {
        System const system = machine(name);
        NodeType const& type = system.node_type_of(
            partition.empty() ? system.default_partition() : *system.find_partition(partition));
        return type.nic.bandwidth.si() * type.nic.count / type.gpus / 1e9;
    };
    CHECK(per_gpu("leonardo") == Approx(12.5));
    CHECK(per_gpu("lumi") == Approx(12.5));
    CHECK(per_gpu("marenostrum5") == Approx(25));
    CHECK(per_gpu("meluxina") == Approx(12.5));
    CHECK(per_gpu("karolina") == Approx(12.5));
    CHECK(per_gpu("discoverer") == Approx(50));
    CHECK(per_gpu("vega") == Approx(6.25));
    CHECK(per_gpu("deucalion") == Approx(12.5));
    CHECK(per_gpu("jupiter") == Approx(25));
    CHECK(per_gpu("berzelius") == Approx(25));
    CHECK(per_gpu("mahti") == Approx(6.25));
    CHECK(per_gpu("roihu", "gpumedium") == Approx(25));
}

TEST_CASE("an hour of a whole default node has the site's price", "[machine][unit]") {
    auto const billing = [](std::string const& name, std::string const& partition) {
        return machine(name).find_partition(partition)->billing;
    };
    CHECK(billing("leonardo", "boost_usr_prod").per_gpu_hour * 4 == 32);
    CHECK(billing("lumi", "standard-g").per_node_hour == 4);
    CHECK(billing("lumi", "small-g").per_gpu_hour == 0.5);
    CHECK(billing("marenostrum5", "acc").per_gpu_hour * 4 == 80);
    CHECK(billing("jupiter", "booster").per_node_hour == 288);
    CHECK(billing("karolina", "qgpu").per_gpu_hour * 8 == 1);
    CHECK(billing("karolina", "qfat").per_core_hour * 768 == Approx(1).epsilon(1e-6));
    CHECK(billing("berzelius", "fat").per_gpu_hour == 2);
    CHECK(billing("berzelius", "mig").per_gpu_hour == 0.5);
    CHECK(billing("mahti", "gpumedium").per_gpu_hour * 4 == 400);
    CHECK(billing("deucalion", "normal-arm").per_node_hour == 48);
    CHECK(billing("roihu", "gpumedium").per_gpu_hour * 4 == 800);
    CHECK(billing("roihu", "small").per_core_hour * 384 ==
          billing("roihu", "medium").per_node_hour);
    CHECK(billing("roihu", "hugemem").per_core_hour * 128 == 1536);
    BillingRule const puhti = billing("puhti", "gpu");
    CHECK(puhti.combine == BillingRule::Combine::sum);
    CHECK(puhti.per_gpu_hour + puhti.per_core_hour * 10 + puhti.per_gib_hour * 80 == Approx(78));
}

TEST_CASE("an MI250X card is two devices, and the FP64 peaks are the published ones",
          "[machine][unit]") {
    System const lumi = machine("lumi");
    CHECK(lumi.node_types.at("lumi-g").gpus_per_card == 2);
    System const leonardo = machine("leonardo");
    // 309 PFlop/s from the Booster's GPUs and CPUs, 11 from DCGP.
    CHECK(leonardo.peak(Precision::fp64).si() == Approx(330e15).epsilon(0.01));
    CHECK(machine("puhti").peak(Precision::fp64).si() == Approx(4.5e15).epsilon(0.02));
    CHECK(machine("mahti").peak(Precision::fp64).si() == Approx(9.5e15).epsilon(0.02));
}

TEST_CASE("a rack of NVL72 is eighteen trays of one domain, and Instinct nodes have their "
          "published rates",
          "[machine][unit]") {
    for (char const* name : {"gb200-nvl72", "gb300-nvl72"}) {
        INFO(name);
        System const rack = machine(name);
        NodeType const& tray = rack.node_types.at("gpu");
        CHECK(tray.gpus == 4);
        CHECK(tray.linked_devices() == 72);
    }
    auto const bf16 = [](std::string const& name) {
        System const system = machine(name);
        NodeType const& type = system.node_types.at("gpu");
        CHECK(type.gpus == 8);
        return system.accelerator_of(type)->peak_of(Precision::bf16, Unit::matrix)->si() / 1e12;
    };
    CHECK(bf16("mi300x") == Approx(1307.4));
    CHECK(bf16("mi325x") == Approx(1307.4));
    // 256 compute units, 4,096 operations a clock, 2.2 and 2.4 GHz
    CHECK(bf16("mi350x") == Approx(256 * 4096 * 2.2e9 / 1e12).epsilon(1e-3));
    CHECK(bf16("mi355x") == Approx(256 * 4096 * 2.4e9 / 1e12).epsilon(1e-3));
}

TEST_CASE("tapers differ if the site says so", "[machine][unit]") {
    System const deucalion = machine("deucalion");
    CHECK(deucalion.fabric_of(deucalion.node_types.at("arm")).leaf_taper == 6.0);
    CHECK(deucalion.fabric_of(deucalion.node_types.at("x86")).leaf_taper == 1.0);
    System const mahti = machine("mahti");
    CHECK(mahti.fabric_of(mahti.node_types.at("gpu")).leaf_taper == 1.7);
}

TEST_CASE("Slurm's limits match the site's tables", "[machine][unit]") {
    Partition const booster = *machine("leonardo").find_partition("boost_usr_prod");
    REQUIRE(booster.qos.size() == 4);
    CHECK(booster.qos[2].name == "boost_qos_bprod");
    CHECK(booster.qos[2].limits.min_nodes == 65);
    CHECK(booster.qos[2].limits.max_nodes == 256);
    CHECK(booster.qos[3].limits.max_time->count == 4 * 86400);
    CHECK(booster.default_time->count == 1800);
    CHECK(booster.nodes == 3196);
    CHECK(booster.limits.max_time == Seconds{86400});
    Partition const standard = *machine("lumi").find_partition("standard-g");
    CHECK(standard.exclusive);
    CHECK(standard.nodes == 2728);
    CHECK(standard.limits.max_nodes == 1024);
    CHECK(standard.limits.max_submitted == 210);
    CHECK(standard.limits.max_running == 200);
}

TEST_CASE("jobs get the resources of nodes that the sites state", "[machine][unit]") {
    CHECK(machine("lumi").node_types.at("lumi-g").usable_cores == 56);
    NodePlaces const dev = machine("lumi").find_partition("dev-g")->places;
    CHECK(dev.number_of(0) == 1);
    CHECK(dev.number_of(48) == 2977);
    CHECK(machine("mahti").node_types.at("gpu-slices").gres == "a100_1g.5gb");
    CHECK(machine("karolina").find_partition("qgpu_preempt")->preempted_jobs ==
          PreemptedJobs::requeue);
    CHECK(machine("meluxina").find_partition("gpu")->qos.back().preempts ==
          std::vector<std::string>{"short-preempt"});
}

TEST_CASE("the rules of Berzelius match its guide", "[machine][unit]") {
    System const berzelius = machine("berzelius");
    Partition const& thin = *berzelius.find_partition("thin");
    CHECK(thin.default_time == Seconds{7200});
    CHECK(thin.limits.max_time == Seconds{72 * 3600});
    CHECK(thin.defaults.cores_per_gpu == 16);
    CHECK(thin.defaults.memory_per_gpu == bytes(127e9));
    Partition const& mig = *berzelius.find_partition("mig");
    CHECK(mig.reservation == "3g.20gb");
    CHECK(mig.fixed->gpus == 1);
    CHECK(mig.fixed->cores == 8);
    CHECK(2 * mig.billing.per_gpu_hour == thin.billing.per_gpu_hour);
    CHECK(berzelius.find_partition("fat")->billing.per_gpu_hour == 2 * thin.billing.per_gpu_hour);
    IdleEnd const idle = berzelius.rules.idle_end.value();
    CHECK(idle.below == watts(60.0));
    CHECK(idle.after == Seconds{3600});
    CHECK(idle.spares_interactive);
    CHECK(idle.spares_reservations);
    CHECK(berzelius.rules.extends_time);
    CHECK_FALSE(machine("alex").rules.idle_end);
}

TEST_CASE("a whole node of a default partition does not cost more for its memory than for its "
          "devices or cores",
          "[machine][unit]") {
    // Sites that charge the most expensive share weigh memory so that the parts of a usual node
    // cost the same.
    for (std::string const& name : ours.names()) {
        System const system = machine(name);
        Partition const& partition = system.default_partition();
        BillingRule const& rule = partition.billing;
        if (rule.combine != BillingRule::Combine::max || rule.per_node_hour > 0.0) continue;
        NodeType const& type = system.node_type_of(partition);
        double const memory =
            rule.per_gib_hour * (type.usable_memory.value_or(type.memory).si() / 0x1p30);
        INFO(name << " " << partition.name);
        CHECK(memory <=
              1.005 * std::max(rule.per_gpu_hour * type.gpus, rule.per_core_hour * type.cores));
    }
}

TEST_CASE("queues for left-over time, interactive work and viewing are as the sites describe them",
          "[machine][unit]") {
    System const karolina = machine("karolina");
    CHECK(karolina.find_partition("qgpu_free")->nodes == 46);  // 65 percent of 72
    CHECK(karolina.find_partition("qcpu_free")->nodes == 468);
    CHECK(karolina.find_partition("qgpu_exp")->limits.max_submitted == 5);
    CHECK(karolina.node_types.at("cpu").usable_memory == bytes(235520.0 * 0x1p20));
    Partition const mahti = *machine("mahti").find_partition("interactive");
    CHECK(mahti.max_tres_per_node.cores == 32);
    CHECK(mahti.max_tres_per_node.memory == bytes(60.0 * 0x1p30));
    Partition const puhti = *machine("puhti").find_partition("interactive");
    CHECK(puhti.max_tres_per_node.cores == 8);
    CHECK(puhti.limits.max_time == Seconds{7 * 86400});
    CHECK(machine("leonardo").find_partition("lrd_all_serial")->max_tres_per_node.cores == 4);
    CHECK(machine("lumi").find_partition("lumid")->billing.unit == "core-h");
    System const mahti_nodes = machine("mahti");
    CHECK(mahti_nodes.node_types.at("cpu").usable_memory == bytes(240.0 * 0x1p30));
}

TEST_CASE("every EuroHPC machine names the access modes of the calls with their sizes",
          "[machine][unit]") {
    auto const mode = [](System const& system, std::string const& group, std::string const& name) {
        for (AccessMode const& one : system.access)
            if (one.partition_group == group && one.name == name) return one;
        FAIL(group << " has no " << name);
        return AccessMode{};
    };
    for (std::string const name : {"lumi",
                                   "leonardo",
                                   "marenostrum5",
                                   "meluxina",
                                   "karolina",
                                   "discoverer",
                                   "vega",
                                   "deucalion",
                                   "jupiter"}) {
        INFO(name);
        System const system = machine(name);
        REQUIRE_FALSE(system.access.empty());
        std::string const& group = system.access.front().partition_group;
        CHECK(mode(system, group, "ai-factory-playground").months == std::vector<int>{1, 2, 3});
        CHECK(mode(system, group, "ai-factory-fast-lane").maximum_gpu_hours->value == 50000);
        CHECK(mode(system, group, "ai-factory-large-scale").minimum_gpu_hours->value == 50000);
        for (AccessMode const& one : system.access) {
            CHECK((one.minimum || one.maximum || one.minimum_gpu_hours || one.maximum_gpu_hours ||
                   !one.billing_unit.empty()));
            CHECK_FALSE(one.months.empty());
        }
    }
    for (auto const& [name, group] :
         std::vector<std::pair<std::string, std::string>>{{"lumi", "LUMI-G"},
                                                          {"leonardo", "Leonardo Booster"},
                                                          {"marenostrum5", "MareNostrum 5 ACC"},
                                                          {"meluxina", "MeluXina GPU"}}) {
        CHECK(mode(machine(name), group, "ai-for-science").minimum->value == 20000);
        CHECK(mode(machine(name), group, "ai-for-science").maximum->value == 90000);
    }
    CHECK(mode(machine("jupiter"), "JUPITER Booster", "extreme").offered->value == 3120000);
    CHECK(mode(machine("lumi"), "LUMI-C", "regular").offered->value == 1275760);
}

TEST_CASE("national machines name their access modes, in a unit that all of their nodes charge",
          "[machine][unit]") {
    for (auto const& [name, mode, unit] : {std::tuple{"puhti", "academic", "BU"},
                                           {"mahti", "academic", "BU"},
                                           {"alex", "normal", "GPU-h"}}) {
        INFO(name);
        System const system = machine(name);
        REQUIRE(system.access.size() == 1);
        AccessMode const& access = system.access.front();
        CHECK(access.name == mode);
        CHECK(access.billing_unit == unit);
        CHECK(access.months == std::vector<int>{12});
        CHECK_FALSE((access.minimum || access.maximum || access.minimum_gpu_hours ||
                     access.maximum_gpu_hours));
        CHECK(system.access_to(system.node_type_of(system.default_partition())).size() == 1);
    }
    for (std::string const name : {"puhti", "mahti"}) {
        System const system = machine(name);
        CHECK(system.access.front().node_types.size() == system.node_types.size());
        CHECK(system.file_systems.front().quota == bytes(0x1p40));
        CHECK(system.file_systems.front().files_quota == 1e6);
    }
    std::vector<AccessMode> const berzelius = machine("berzelius").access;
    REQUIRE(berzelius.size() == 2);
    CHECK(berzelius.front().maximum_gpu_hours->value == 172800);
}

TEST_CASE("the packages of Roihu are those of its billing units, in hours", "[machine][unit]") {
    System const roihu = machine("roihu");
    auto const sizes = [&](std::string const& partition) {
        std::vector<double> out;
        for (AccessMode const& one :
             roihu.access_to(roihu.node_type_of(*roihu.find_partition(partition))))
            out.push_back(one.maximum ? one.maximum->value : one.maximum_gpu_hours->value);
        return out;
    };
    for (auto const& [partition, price, units] :
         {std::tuple{"gpumedium", roihu.find_partition("gpumedium")->billing.per_gpu_hour, 1e4},
          {"medium", roihu.find_partition("medium")->billing.per_node_hour, 6e4},
          {"hugemem", roihu.find_partition("hugemem")->billing.per_core_hour * 128, 6e4}}) {
        INFO(partition);
        std::vector<double> const packages = sizes(partition);
        REQUIRE(packages.size() == 3);
        double granted = units;
        for (double const hours : packages) {
            CHECK(hours == std::floor(granted / price));
            granted *= 10.0;
        }
    }
    CHECK(roihu.find_partition("gpumedium")->limits.max_gpus == 4);
    CHECK(roihu.find_partition("gpularge")->purpose == Purpose::on_request);
}

TEST_CASE("every machine says when it was checked, and only those of CSC have closed",
          "[machine][unit]") {
    for (std::string const& name : ours.names()) {
        INFO(name);
        Upkeep const upkeep = machine(name).upkeep;
        CHECK(upkeep.checked);
        bool const closed = name == "puhti" || name == "mahti";
        CHECK(upkeep.closed.has_value() == closed);
        if (!upkeep.successor.empty()) CHECK_FALSE(machine(upkeep.successor).upkeep.closed);
    }
}

TEST_CASE("queues of quantum computers are listed with one CPU node and no price but theirs",
          "[machine][unit]") {
    System const lumi = machine("lumi");
    for (char const* name : {"q_fiqci", "q_industry", "q_nordiq"}) {
        INFO(name);
        Partition const* queue = lumi.find_partition(name);
        REQUIRE(queue != nullptr);
        CHECK(queue->purpose == Purpose::quantum);
        CHECK(queue->nodes == 1);
        CHECK(queue->billing.unit == qpu_seconds);
        CHECK(lumi.node_type_of(*queue).gpus == 0);
    }
}
