// SPDX-License-Identifier: Apache-2.0
// The parts of a controller's state agree after every event, and a contradiction is detected.
#include "sim/slurm/controller/cluster_state.hpp"

#include "sim/slurm/controller/job_counts.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// cluster4x8 with limits on user u's account, licences, requeues and gang scheduling.
std::shared_ptr<Site const> limited_site(std::string const& more) {
    auto site = std::make_shared<Site>(
        *cluster4x8("AccountingStorageType=accounting_storage/slurmdbd\n"
                    "AccountingStorageEnforce=associations,limits\nLicenses=matlab:3\n"
                    "PriorityType=priority/multifactor\nPriorityWeightAge=1000\n" +
                    more));
    Association root;
    root.account = "root";
    Association account;
    account.account = "physics";
    account.parent = 0;
    account.group.tres.set(tres::node, 6);
    Association user;
    user.account = "physics";
    user.user = "u";
    user.parent = 1;
    user.max_jobs_accrue = 3;
    site->associations = {root, account, user};
    return site;
}

/// Submits jobs of every kind, and one administrator's command after another.
void submit_all(Controller& controller, int round) {
    char const* const words[] = {"-N2 --exclusive -t 10",
                                 "-n3 --mem=100 -t 5 -L matlab:2",
                                 "-n1 --mem=500 -t 30 --array=0-5%2",
                                 "-N1 -n8 --mem=2000 -t 20 --requeue",
                                 "-N4 --exclusive -t 2",
                                 "-n2 --mem=100 --begin=now+200 -t 3",
                                 "-n1 --mem=100 -t 2 --dependency=afterok:2"};
    for (auto const* one : words)
        controller.submit(request_of(std::string("-A physics ") + one, 100 + round * 37));
}

void command(Controller& controller, int round) {
    auto const job = [&](std::int32_t id) { return JobRef{id, std::nullopt}; };
    NodeUpdate node;
    node.nodes = {1};
    switch (round % 7) {
        case 0: controller.apply(JobSuspend{{job(1)}}); break;
        case 1: controller.apply(JobHold{{job(5)}, true}); break;
        case 2: controller.apply(JobResume{{job(1)}}); break;
        case 3:
            node.state = NodeStateChange::down;
            node.reason = "disk";
            controller.apply(node);
            break;
        case 4: {
            JobRequeue requeue;
            requeue.jobs = {job(4)};
            controller.apply(requeue);
            break;
        }
        case 5:
            node.state = NodeStateChange::resume;
            controller.apply(node);
            break;
        default: {
            JobCancel cancel;
            cancel.jobs = {{3, 4}, job(7)};
            controller.apply(cancel);
            break;
        }
    }
}

/// True if `step` ends the program, as a broken invariant does.
template <class Step>
bool ends_program(Step step) {
    std::fflush(nullptr);  // or the child would print it again
    auto const child = fork();
    if (child == 0) {
        REQUIRE(std::freopen("/dev/null", "w", stderr) != nullptr);
        step();
        std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 70;
}

std::optional<JobSlot> queued_job(ClusterState const& state) {
    for (auto const slot : state.jobs.pending())
        if (state.jobs.at(slot).in_queue) return slot;
    return std::nullopt;
}

/// A state with running, pending and finished jobs.
ClusterState busy_state() {
    Controller controller(limited_site(""), Phases{});
    submit_all(controller, 0);
    controller.run_until(Instant{90});
    auto const& state = controller.state();
    REQUIRE(state.jobs.running.size() > 1);
    REQUIRE(queued_job(state));
    return state;
}

}  // namespace

TEST_CASE("the parts of the state agree after every event", "[slurm_controller][unit]") {
    auto const* const more =
        GENERATE("",
                 "PreemptType=preempt/partition_prio\nPreemptMode=SUSPEND,GANG\n"
                 "PartitionName=urgent Nodes=n[1-2] PriorityTier=5 MaxTime=60\n",
                 "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
                 "PartitionName=urgent Nodes=n[1-2] PriorityTier=5 MaxTime=60\n");
    INFO(more);
    Controller controller(limited_site(more), Phases{});
    for (int round = 0; round < 14; ++round) {
        submit_all(controller, round);
        if (*more != '\0')
            controller.submit(request_of("-A physics -p urgent -n4 --mem=100 -t 4", 150));
        controller.state().check();
        for (auto const until = controller.now() + Seconds{60}; controller.now() < until;) {
            REQUIRE(controller.step());
            controller.state().check();
        }
        command(controller, round);
        controller.state().check();
    }
    CHECK(controller.state().counters.started > 20);
}

TEST_CASE("a list or a count that does not match the jobs is detected",
          "[slurm_controller][unit]") {
    auto const state = busy_state();
    auto const noticed = [&](auto spoil) {
        return ends_program([&] {
            auto changed = state;
            spoil(changed);
            changed.check();
        });
    };
    CHECK_FALSE(noticed([](ClusterState&) {}));
    CHECK(noticed([](ClusterState& s) { s.jobs.running.erase(s.jobs.running[0]); }));
    CHECK(noticed([](ClusterState& s) { s.jobs.at(s.jobs.running[0]).end = Instant{7200}; }));
    CHECK(noticed([](ClusterState& s) { s.jobs.finished.push_back(s.jobs.running[0]); }));
    CHECK(noticed([](ClusterState& s) { s.jobs.table.array(3)->running += 1; }));
    CHECK(noticed([](ClusterState& s) { s.jobs.ends.take_next(); }));
    CHECK(noticed([](ClusterState& s) { s.jobs.stopped_by_admin += 1; }));
    CHECK(noticed([](ClusterState& s) { s.jobs.at(*queued_job(s)).in_queue = false; }));
    CHECK(noticed([](ClusterState& s) { s.nodes.up.erase(3); }));
    CHECK(noticed([](ClusterState& s) { s.nodes.licenses_used[0] += 1; }));
    CHECK(noticed([](ClusterState& s) { s.nodes.completing.insert(0); }));
    CHECK(noticed([](ClusterState& s) { s.nodes.sharing_jobs += 1; }));
    CHECK(noticed([](ClusterState& s) { s.nodes.vacate(s.jobs.at(s.jobs.running[0])); }));
    CHECK(noticed([](ClusterState& s) {
        s.accounting.counts.add_submit(groups_of(s.config, s.jobs.at(*queued_job(s)), 0));
    }));
}

TEST_CASE("time does not go back", "[slurm_controller][unit]") {
    ControllerClock clock;
    clock.set(Moment{1500});
    CHECK(clock.now() == Instant{1});
    CHECK_FALSE(ends_program([&] { clock.set(Moment{1500}); }));
    CHECK(ends_program([&] { clock.set(Moment{1499}); }));
}
