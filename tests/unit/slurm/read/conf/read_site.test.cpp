// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/counted_gres.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/conf/site_text.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::string const nodes = "NodeName=n[1-4] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n";

Site read_good(std::string const& conf, std::string topology = "") {
    auto reading = read_texts(conf, "", std::move(topology));
    if (!reading) FAIL(places(reading.error()));
    return std::move(reading->site);
}

std::string read_bad(std::string const& conf, std::string topology = "") {
    auto const reading = read_texts(conf, "", std::move(topology));
    REQUIRE_FALSE(reading.has_value());
    return places(reading.error());
}

}  // namespace

TEST_CASE("lets a node line override its DEFAULT line, TV-59", "[slurm_conf][unit]") {
    auto const site =
        read_good("NodeName=DEFAULT CPUs=8 \\\nRealMemory=100 # c\n"
                  "NodeName=n[1-2] realmemory=200\nPartitionName=\"my part\" Nodes=n1\n");
    REQUIRE(site.nodes.size() == 2);
    CHECK(site.record_of(1).cpus == 8);
    CHECK(site.record_of(1).sockets == 8);
    CHECK(site.record_of(1).real_memory_mb == 200);
    CHECK(site.find_partition("my part") == 0);
}

TEST_CASE("treats blanks in a partition's nodes as commas, TV-60", "[slurm_conf][unit]") {
    auto const site = read_good(nodes + "PartitionName=p Nodes=\"n1 n2\"\n");
    CHECK(site.partitions[0].nodes == std::vector<std::int32_t>{0, 1});
}

TEST_CASE("uses Slurm's defaults for absent parameters, spec 1.12", "[slurm_conf][unit]") {
    auto const s = read_good(nodes + "PartitionName=p Nodes=ALL\n").settings;
    CHECK(s.scheduler.type == SchedulerType::backfill);
    CHECK(s.scheduler.default_queue_depth == 100);
    CHECK(s.scheduler.sched_interval == 60);
    CHECK(s.scheduler.backfill.max_job_test == 500);
    CHECK(s.priority.type == PriorityType::basic);
    CHECK(s.priority.decay_half_life == 604800);
    CHECK(s.priority.calc_period == 300);
    CHECK(s.select.linear);
    CHECK_FALSE(s.select.memory);
    CHECK(s.kill_wait == 30);
    CHECK(s.min_job_age == 300);
    CHECK(s.max_array_size == 1001);
    CHECK(s.enforce_part_limits == EnforcePartLimits::no);
    CHECK_FALSE(s.accounting_storage);
    auto const tres = read_good("SelectType=select/cons_tres\n" + nodes + "PartitionName=p\n");
    CHECK_FALSE(tres.settings.select.linear);
    CHECK(tres.settings.select.cores);
    CHECK(tres.settings.select.memory);
}

TEST_CASE("reads the parameters that affect schedules", "[slurm_conf][unit]") {
    auto const s = read_good(
        "schedulertype=sched/builtin PriorityType=priority/multifactor\n"
        "SchedulerParameters=bf_interval=120,bf_max_job_test=7\n"
        "SchedulerParameters=bf_window=4320,bf_continue,bf_busy_nodes=yes,defer,max_switch_wait="
        "10\n"
        "PriorityWeightAge=1000 PriorityWeightTRES=CPU=2,Mem=.5,License/m=3\n"
        "PriorityMaxAge=1-0 PriorityDecayHalfLife=2:00:00 PriorityCalcPeriod=5\n"
        "PriorityFlags=NO_FAIR_TREE,ACCRUE_ALWAYS FairShareDampeningFactor=5\n"
        "SelectType=select/cons_tres SelectTypeParameters=CR_Socket,CR_LLN\n"
        "AccountingStorageEnforce=safe,qos AccountingStorageType=accounting_storage/slurmdbd\n"
        "PreemptType=preempt/qos PreemptMode=SUSPEND,GANG PreemptExemptTime=0:30\n"
        "SchedulerTimeSlice=45\n"
        "DependencyParameters=kill_invalid_depend EnforcePartLimits=YES JobRequeue=0\n"
        "Licenses=m:3,k Licenses=m:4 OverTimeLimit=UNLIMITED DefMemPerCPU=2048 MaxMemPerCPU=0\n"
        "TopologyParam=Dragonfly PriorityUsageResetPeriod=weekly\n" +
        nodes + "PartitionName=p Nodes=ALL\n");
    auto const& set = s.settings;
    CHECK(set.scheduler.type == SchedulerType::builtin);
    CHECK(set.scheduler.backfill.window_minutes == 4320);
    // Of a key that appears twice the second value counts.
    CHECK(set.scheduler.backfill.interval == 30);
    CHECK(set.scheduler.backfill.max_job_test == 500);
    CHECK(set.scheduler.backfill.busy_nodes);
    CHECK(set.scheduler.defer);
    CHECK(set.scheduler.max_switch_wait == 10);
    CHECK(set.priority.type == PriorityType::multifactor);
    CHECK(set.priority.weight_tres ==
          std::vector<std::pair<std::size_t, double>>{
              {tres::cpu, 2.0}, {tres::mem, 0.5}, {s.tres.find("license/m").value(), 3.0}});
    CHECK(set.priority.max_age == 86400);
    CHECK(set.priority.decay_half_life == 7200);
    CHECK(set.priority.calc_period == 300);
    CHECK(set.priority.fairshare == FairshareAlgorithm::classic);
    CHECK(set.priority.accrue_always);
    CHECK(set.priority.dampening_factor == 5.0);
    CHECK(set.priority.usage_reset == UsageReset::weekly);
    CHECK(set.select.sockets);
    CHECK_FALSE(set.select.memory);
    CHECK(set.select.lln);
    CHECK(set.select.topology_dragonfly);
    CHECK(set.enforce.associations);
    CHECK(set.enforce.limits);
    CHECK(set.enforce.safe);
    CHECK(set.accounting_storage);
    CHECK(set.preempt_type == PreemptType::qos);
    CHECK(set.preempt_mode == PreemptMode::suspend);
    CHECK(set.gang);
    CHECK(set.scheduler_time_slice == 45);
    CHECK(set.preempt_exempt_seconds == 30);
    CHECK(set.kill_invalid_depend);
    CHECK(set.enforce_part_limits == EnforcePartLimits::any);
    CHECK_FALSE(set.job_requeue);
    CHECK(set.over_time_minutes == -1);
    CHECK(set.def_mem_per_cpu_mb == 2048);
    CHECK_FALSE(set.max_mem_per_cpu_mb.has_value());
    REQUIRE(s.licenses.size() == 1);
    CHECK(s.licenses[0].total == 4);
}

TEST_CASE("derives sizes of a node from the given ones, spec 12.1.6", "[slurm_conf][unit]") {
    auto const site = read_good(
        "NodeName=a CPUs=8\nNodeName=b Sockets=2 CoresPerSocket=4 ThreadsPerCore=2\n"
        "NodeName=c CPUs=16 CoresPerSocket=4 ThreadsPerCore=2\n"
        "NodeName=d CPUs=8 Sockets=2 CoresPerSocket=4 ThreadsPerCore=2\n"
        "NodeName=e Boards=2 SocketsPerBoard=2 CoresPerSocket=3 MemSpecLimit=10 "
        "RealMemory=100\nNodeName=f CPUs=4 CoreSpecCount=4 RealMemory=10 MemSpecLimit=10\n"
        "PartitionName=p Nodes=ALL\n");
    auto const cpus = [&](std::int32_t node) { return site.record_of(node).cpus; };
    CHECK(cpus(0) == 8);
    CHECK(site.record_of(0).sockets == 8);
    CHECK(cpus(1) == 16);
    CHECK(site.record_of(2).sockets == 2);
    CHECK(cpus(3) == 8);
    CHECK(site.record_of(3).threads_charged() == 1);
    CHECK(cpus(4) == 12);
    CHECK(site.record_of(4).sockets == 4);
    CHECK(site.record_of(4).mem_spec_limit_mb == 10);
    CHECK(site.record_of(5).mem_spec_limit_mb == 0);
    CHECK(site.record_of(5).core_spec_count == 1);
}

TEST_CASE("reads features, resources and state of a node line", "[slurm_conf][unit]") {
    auto const site = read_good(
        "NodeName=n[01-03] Feature=rome,nvme Gres=gpu:a100:4,nic:2 Weight=7 CoreSpecCount=0\n"
        "DownNodes=n02 State=DRAIN Reason=\"broken fan\"\nPartitionName=p Nodes=ALL\n");
    auto const& record = site.records[0];
    CHECK(record.features == std::vector<std::string>{"rome", "nvme"});
    REQUIRE(record.gres.size() == 2);
    CHECK(record.gres[0].type == "a100");
    CHECK(record.gres[0].count == 4);
    CHECK(record.gres[1].name == "nic");
    CHECK(record.weight == 7);
    CHECK(site.nodes[1].state == NodeAdminState::drain);
    CHECK(site.nodes[1].reason == "broken fan");
    CHECK(site.tres.find("gres/nic").has_value());
    CHECK(site.tres.find("gres/gpu:a100").has_value());
}

TEST_CASE("reads partitions with their DEFAULT lines and node sets", "[slurm_conf][unit]") {
    auto const site = read_good(
        "NodeName=n[1-2] Feature=fat\n" +
        std::string(
            "NodeName=n[3-4]\nNodeSet=fat Feature=fat\nNodeSet=rest Nodes=n4\n"
            "PartitionName=DEFAULT MaxTime=72:00:00 DefaultTime=1-0 PriorityTier=3\n"
            "PartitionName=DEFAULT PriorityTier=5\n"
            "PartitionName=a Nodes=fat,rest Default=YES AllowQos=x,y AllowAccounts=ALL\n"
            "PartitionName=b Nodes=n[3-4],fat MaxTime=UNLIMITED Default=YES Priority=7\n"
            "PartitionName=c OverSubscribe=FORCE:2 PreemptMode=requeue GraceTime=60 MaxNodes=2\n"
            "PartitionName=d OverSubscribe=EXCLUSIVE State=DRAIN "
            "TRESBillingWeights=\"CPU=1.5,Mem=0.25G\"\n"));
    auto const& p = site.partitions;
    REQUIRE(p.size() == 4);
    CHECK(p[0].nodes == std::vector<std::int32_t>{0, 1, 3});
    CHECK(p[0].max_minutes == 4320);
    CHECK(p[0].default_minutes == 1440);
    CHECK(p[0].priority_tier == 5);
    CHECK(p[0].allow_qos.size() == 2);
    CHECK(p[0].allow_accounts.empty());
    CHECK(p[1].nodes.size() == 4);
    CHECK_FALSE(p[1].max_minutes.has_value());
    CHECK(p[1].priority_tier == 7);
    CHECK(p[1].priority_job_factor == 7);
    CHECK(site.default_partition() == 1);
    CHECK(p[2].max_share == 2);
    CHECK(p[2].oversubscribe == OverSubscribe::force);
    CHECK(p[2].preempt_mode == PreemptMode::requeue);
    CHECK(p[2].grace_seconds == 60);
    CHECK(p[2].max_nodes == 2);
    CHECK(p[3].max_share == 0);
    CHECK(p[3].state == PartitionState::drain);
    CHECK(p[3].billing_weights == TresWeights{{tres::cpu, 1.5}, {tres::mem, 0.25 / 1024}});
}

TEST_CASE("reads a tree of switches", "[slurm_conf][unit]") {
    std::string const conf =
        "TopologyPlugin=topology/tree\n" + nodes + "PartitionName=p Nodes=ALL\n";
    auto const site =
        read_good(conf,
                  "SwitchName=l[1] Nodes=n[1-2]\nSwitchName=l2 Nodes=n[3-4],x LinkSpeed=3\n"
                  "SwitchName=top Switches=l2,top0\nSwitchName=top0 Nodes=n1\n");
    REQUIRE(site.switches.size() == 4);
    CHECK(site.switches[1].nodes == std::vector<std::int32_t>{2, 3});
    CHECK(site.switches[2].switches == std::vector<std::int32_t>{1, 3});
    CHECK(read_bad(conf,
                   "SwitchName=a Switches=b\nSwitchName=b Switches=a\nSwitchName=b Nodes=n1\n"
                   "SwitchName=c\nSwitchName=d Switches=aa\n") ==
          "topology.conf:3:12 the switch b is described twice\n"
          "topology.conf:4:12 the switch c needs either nodes or switches\n"
          "topology.conf:5:23 the switch aa is not described\n"
          "topology.conf:1:12 the switch a is below itself\n");
}

TEST_CASE("lists parameters without effect, and the nearest name for a misspelt one",
          "[slurm_conf][unit]") {
    auto const reading =
        read_texts("SlurmctldDebug=info\nSchedulerTyp=sched/builtin\n"
                   "SchedulerParameters=bf_max_time=30,bf_intervall=3\nSuspendTime=60\n" +
                   nodes + "PartitionName=p Nodes=ALL DefautTime=5\n");
    REQUIRE(reading.has_value());
    auto const& unused = reading->unused;
    REQUIRE(unused.size() == 6);
    CHECK(unused[0].why == Unused::irrelevant);
    CHECK(unused[1].why == Unused::unknown);
    CHECK(unused[2].name == "SchedulerParameters=bf_max_time");
    CHECK(unused[2].why == Unused::irrelevant);
    CHECK(unused[3].why == Unused::unknown);
    CHECK(unused[4].why == Unused::unsupported);
    CHECK(unused[5].name == "PartitionName: DefautTime");
    REQUIRE(reading->warnings.items().size() == 3);
    CHECK(reading->warnings.items()[0].help == "did you mean \"SchedulerType\"?");
    CHECK(reading->warnings.items()[1].help == "did you mean \"bf_interval\"?");
    CHECK(reading->warnings.items()[1].where.column == 36);
    CHECK(reading->warnings.items()[2].help == "did you mean \"DefaultTime\"?");
}

TEST_CASE("it suggests the name of a line for a misspelt one", "[slurm_conf][unit]") {
    auto const reading =
        read_texts(std::string(nodes) + "PartitionName=p Nodes=ALL\nPartitonName=q State=UP\n");
    REQUIRE(reading.has_value());
    REQUIRE(!reading->warnings.items().empty());
    CHECK(reading->warnings.items()[0].help == "did you mean \"PartitionName\"?");
}

TEST_CASE("treats bf_continue as irrelevant, because a cycle here takes no time (spec 4.2.3)",
          "[slurm_conf][unit]") {
    auto const reading = read_texts("SchedulerParameters=bf_continue\n" + nodes +
                                    "PartitionName=p Nodes=ALL AllowGroups=hpc\n");
    REQUIRE(reading.has_value());
    REQUIRE(reading->unused.size() == 2);
    CHECK(reading->unused[0].name == "SchedulerParameters=bf_continue");
    CHECK(reading->unused[0].why == Unused::irrelevant);
    CHECK(reading->unused[1].name ==
          "PartitionName: AllowGroups (until `users:` names their groups)");
    CHECK(reading->unused[1].why == Unused::unsupported);
    CHECK(reading->site.partitions[0].allow_groups == std::vector<std::string>{"hpc"});
}

TEST_CASE("reports all problems of a file at once, with their places", "[slurm_conf][unit]") {
    CHECK(read_bad(
              "KillWait=soon SchedulerType=sched/backfil\nSchedulerParameters=bf_resolution=0\n"
              "PriorityMaxAge=UNLIMITED PriorityCalcPeriod=0\nJobRequeue=perhaps\n"
              "NodeName=n[3-1]\nNodeName=n[1-2] CPUs=many Gres=gpu:a:b:c State=GONE\nNodeName=n2\n"
              "PartitionName=p Nodes=n[1-9] MaxTime=never\nPartitionName=p\n"
              "PartitionName=q OverSubscribe=NO:3 PriorityTier=70000\n") ==
          "slurm.conf:1:10 KillWait = \"soon\" is not a whole number\n"
          "slurm.conf:1:29 SchedulerType = \"sched/backfil\" is not a known choice\n"
          "slurm.conf:2:21 bf_resolution = 0 is out of range; Slurm uses its default\n"
          "slurm.conf:3:16 PriorityMaxAge cannot be unlimited\n"
          "slurm.conf:3:45 PriorityCalcPeriod = \"0\" is out of range\n"
          "slurm.conf:4:12 JobRequeue = \"perhaps\" is neither yes nor no\n"
          "slurm.conf:5:10 NodeName: the range \"3-1\" is backwards\n"
          "slurm.conf:6:22 CPUs = \"many\" is not a whole number\n"
          "slurm.conf:6:32 \"gpu:a:b:c\" is not a resource\n"
          "slurm.conf:6:48 State = \"GONE\" is not a known choice\n"
          "slurm.conf:7:10 the node n2 is described twice\n"
          "slurm.conf:8:38 MaxTime = \"never\" is not a time\n"
          "slurm.conf:9:15 the partition p is described twice\n"
          "slurm.conf:10:49 PriorityTier = 70000 is out of range\n"
          "slurm.conf:10:31 only YES and FORCE take a number of jobs\n"
          "slurm.conf:8:23 Nodes names the unknown node n3 and 6 more\n");
    CHECK(read_bad("ClusterName=c\n") == "slurm.conf:0:0 the file describes no nodes\n");
}

TEST_CASE("warns of sizes that contradict each other and of a key that appears twice",
          "[slurm_conf][unit]") {
    auto const reading =
        read_texts("KillWait=3\nKillWait=4\nNodeName=n1 CPUs=5 Sockets=2 CoresPerSocket=4\n"
                   "PartitionName=p Nodes=ALL\n");
    REQUIRE(reading.has_value());
    CHECK(places(reading->warnings) ==
          "slurm.conf:2:10 KillWait appears twice; the later one is used\n"
          "slurm.conf:3:10 CPUs = 5 is not sockets x cores x threads; 8 are used\n");
    CHECK(reading->site.settings.kill_wait == 4);
    CHECK(reading->site.records[0].cpus == 8);
}

TEST_CASE("warns of limits of a partition that no job can satisfy", "[slurm_conf][unit]") {
    auto const reading =
        read_texts("NodeName=n[1-2] CPUs=4\n"
                   "PartitionName=p Nodes=ALL MinNodes=2 MaxNodes=1\n"
                   "PartitionName=q Nodes=n1 MinNodes=2\n"
                   "PartitionName=r Nodes=ALL MaxTime=10 DefaultTime=20\n"
                   "PartitionName=s Nodes=ALL MaxTime=20 DefaultTime=10 MinNodes=2\n");
    REQUIRE(reading.has_value());
    CHECK(places(reading->warnings) ==
          "slurm.conf:2:15 the partition p requires at least 2 nodes and at most 1\n"
          "slurm.conf:3:15 the partition q requires at least 2 nodes and has 1\n"
          "slurm.conf:4:15 the partition r has a DefaultTime above its MaxTime\n");
    CHECK_FALSE(reading->site.partitions[2].default_minutes);
    CHECK(reading->site.partitions[3].default_minutes == 10);
}

TEST_CASE("refuses a weight below zero", "[slurm_conf][unit]") {
    CHECK(read_bad("PriorityWeightAge=-5\nNodeName=n1 CPUs=4\nPartitionName=p Nodes=n1\n") ==
          "slurm.conf:1:19 PriorityWeightAge is less than zero\n");
}

TEST_CASE("refuses suspension without gang scheduling, as slurmctld does", "[slurm_conf][unit]") {
    CHECK(read_bad("PreemptType=preempt/partition_prio PreemptMode=SUSPEND\n" + nodes +
                   "PartitionName=p Nodes=ALL\n") ==
          "slurm.conf:1:48 PreemptMode=SUSPEND requires GANG too\n");
    CHECK(read_bad("PreemptMode=REQUEUE\n" + nodes +
                   "PartitionName=p Nodes=ALL PreemptMode=SUSPEND\n") ==
          "slurm.conf:3:15 the partition p has PreemptMode=SUSPEND, which requires GANG\n");
}

TEST_CASE("refuses nodes beyond what can be counted, with the limit", "[slurm_conf][unit]") {
    auto const refuse = [](std::string const& node) {
        auto const reading = read_texts("NodeName=n1 " + node + "\nPartitionName=p Nodes=n1\n");
        REQUIRE_FALSE(reading.has_value());
        return reading.error().items()[0].message + "; " + reading.error().items()[0].expected;
    };
    CHECK(refuse("Sockets=2 CoresPerSocket=32767") ==
          "the node has 65534 hardware threads; at most 65533, as Slurm counts them");
    CHECK(read_good("NodeName=n1 CPUs=65533 Gres=gpu:4,shard:60\nPartitionName=p Nodes=n1\n")
              .record_of(0)
              .devices() == 64);
}

TEST_CASE("counts generic resources that are too many for a number of their own, GPUs first",
          "[slurm_conf][unit]") {
    auto const site = read_good("NodeName=n1 CPUs=4 Gres=mps:200,nic:60,gpu:4,tmp:9G,lic:1\n"
                                "PartitionName=p Nodes=n1\n");
    auto const& gres = site.record_of(0).gres;
    REQUIRE(gres.size() == 5);
    CHECK(gres[0].name == "gpu");
    CHECK(gres[1].name == "nic");
    CHECK(gres[3].count == std::int64_t{9} << 30);
    CHECK(listed_devices(site.record_of(0)) == 64);
    CHECK(counted_on(site.record_of(0), "mps") == 200);
    CHECK(counted_on(site.record_of(0), "nic") == 0);
    CHECK(counted_names(site) == std::vector<std::string>{"mps", "tmp", "lic"});
}
