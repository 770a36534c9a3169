// SPDX-License-Identifier: Apache-2.0
// Which jobs can ever be stopped for others, regardless of the present jobs.
#include "sim/slurm/controller/stoppable.hpp"

#include "tests/unit/slurm/controller/small_cluster.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

bool may_stop(std::shared_ptr<Site const> site, std::string const& words) {
    Controller controller(std::move(site), Phases{});
    auto const outcome = controller.submit(request_of(words, 100));
    REQUIRE(outcome.accepted());
    return may_ever_be_stopped(controller.state().config, *controller.find(outcome.job_id)->spec);
}

std::string const tiers = "PartitionName=low Nodes=ALL PriorityTier=1 PreemptMode=REQUEUE\n"
                          "PartitionName=kept Nodes=ALL PriorityTier=1 PreemptMode=OFF\n"
                          "PartitionName=high Nodes=ALL PriorityTier=9 PreemptMode=REQUEUE\n";

/// QOS "strong" preempts "weak".
std::shared_ptr<Site const> by_qos() {
    Site site = *cluster4x8("PreemptType=preempt/qos\nPreemptMode=REQUEUE\n");
    for (char const* name : {"normal", "weak", "strong"}) {
        Qos qos;
        qos.name = name;
        site.qos.push_back(qos);
    }
    site.qos.back().preempt = {"weak"};
    return std::make_shared<Site const>(std::move(site));
}

}  // namespace

TEST_CASE("jobs of a lower tier can be stopped unless their partition excludes it (spec 7.2)",
          "[slurm_controller][unit]") {
    std::string const preempts = "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n";
    CHECK(may_stop(cluster4x8(preempts + tiers), "-p low -N1 -t 10"));
    CHECK(may_stop(cluster4x8(preempts + tiers), "-p kept,low -N1 -t 10"));
    CHECK_FALSE(may_stop(cluster4x8(preempts + tiers), "-p kept -N1 -t 10"));
    CHECK_FALSE(may_stop(cluster4x8(preempts + tiers), "-p high -N1 -t 10"));
    CHECK_FALSE(may_stop(cluster4x8(), "-N1 -t 10"));
}

TEST_CASE("jobs of a QOS can be stopped if another one names it (spec 7.2)",
          "[slurm_controller][unit]") {
    CHECK(may_stop(by_qos(), "--qos=weak -N1 -t 10"));
    CHECK_FALSE(may_stop(by_qos(), "--qos=strong -N1 -t 10"));
    Site within = *by_qos();
    within.qos.back().preempt_within = true;
    CHECK(may_stop(std::make_shared<Site const>(std::move(within)), "--qos=strong -N1 -t 10"));
}

TEST_CASE("with gang scheduling any job can be stopped", "[slurm_controller][unit]") {
    CHECK(may_stop(
        cluster4x8("PreemptType=preempt/partition_prio\nPreemptMode=SUSPEND,GANG\n" + tiers),
        "-p high -N1 -t 10"));
}
