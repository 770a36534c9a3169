// SPDX-License-Identifier: Apache-2.0
// Cycles that end as soon as no further job can start: the starts are those of whole cycles.
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// A cluster, and what its jobs ask for.
struct Kind {
    std::string name;
    std::string conf;
    std::vector<std::string> partitions;
    std::vector<std::string> sizes;
    std::function<void(Site&)> change = [](Site&) {};
    std::size_t most_jobs = 90;
};

std::string const apart = "NodeName=m[1-24] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"
                          "NodeName=k[1-24] CPUs=8 Sockets=2 CoresPerSocket=4 RealMemory=8000\n"
                          "PartitionName=whole Nodes=m[1-24] OverSubscribe=EXCLUSIVE MaxTime=2-0\n"
                          "PartitionName=debug Nodes=m[20-24] OverSubscribe=EXCLUSIVE MaxTime=2-0\n"
                          "PartitionName=shared Nodes=k[1-6] MaxTime=2-0\n"
                          "PartitionName=wide Nodes=k[4-8] MaxTime=2-0\n";
std::string const above_and_below =
    "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\n"
    "PartitionName=below Nodes=k[5-6] PriorityTier=2 MaxTime=2-0\n"
    "PartitionName=high Nodes=k[1-6] PriorityTier=9 PreemptMode=OFF MaxTime=2-0\n"
    "PartitionName=higher Nodes=k[4-8] PriorityTier=10 PreemptMode=OFF MaxTime=2-0\n";
std::vector<std::string> const whole_sizes = {
    "-N1", "-N2", "-N3", "-N5", "-N8", "-N11", "-N4-9", "-N16", "-n40", "-N1 -n8"};
std::vector<std::string> const parts = {"-n1 --mem=100",
                                        "-n1 --mem=6000",
                                        "-n3 --mem=500",
                                        "-n8 --mem-per-cpu=100",
                                        "-n9 --mem-per-cpu=900",
                                        "-N1 -c5 --mem=900",
                                        "-N2 -n4 --mem=3000",
                                        "-N3 --exclusive",
                                        "-N1-2 -n6 --mem=100"};

void weigh_size(Site& site) {
    site.settings.accounting_storage = true;
    site.settings.priority.type = PriorityType::multifactor;
    site.settings.priority.weight_job_size = 5000;
    site.settings.priority.weight_age = 1000;
    site.settings.priority.max_age = 7200;
}

void add_devices(Site& site) {
    site.tres.add("gres/gpu");
    for (NodeRecord& record : site.records) record.gres.push_back({"gpu", "", 4, {}, {}});
}

/// Two accounts, one of which may have few jobs or cores at a time.
void limit_account(Site& site) {
    site.settings.accounting_storage = true;
    site.settings.enforce.associations = site.settings.enforce.limits = true;
    Association root;
    root.account = "root";
    site.associations = {root};
    for (auto const* name : {"few", "many"}) {
        Association account;
        account.account = name;
        account.parent = 0;
        if (account.account == "few") {
            account.group.tres.set(tres::cpu, 9);
            account.group.jobs = 3;
        }
        auto const parent = static_cast<std::int32_t>(site.associations.size());
        site.associations.push_back(account);
        Association user;
        user.account = name;
        user.user = "u";
        user.parent = parent;
        site.associations.push_back(user);
    }
}

std::vector<Kind> kinds() {
    auto const newer = [](Site& site) {
        weigh_size(site);
        site.settings.release = *release_of("24.11.5");
    };
    auto const new_release = [](Site& site) { site.settings.release = *release_of("24.11.5"); };
    auto shared_parts = parts;
    for (auto const& size : parts)
        if (size.find("exclusive") == std::string::npos)
            shared_parts.push_back(size + " --oversubscribe");
    std::string const sharing =
        apart + "PartitionName=over Nodes=k[1-5] OverSubscribe=YES:3 MaxTime=2-0\n";
    std::vector<std::string> of_accounts;
    for (auto const& size : parts)
        for (auto const* account : {"few", "many", "few"})
            of_accounts.push_back(size + " -A " + account);
    std::vector<std::string> devices;
    for (auto const* gpus : {" --gres=gpu:1", " --gres=gpu:3", " --gres=gpu:4"})
        for (auto const* size : {"-n1 --mem=100", "-n5 --mem=2000", "-N2 -n2 --mem=100"})
            devices.push_back(std::string(size) + gpus);
    return {
        {"whole nodes", apart, {"whole", "whole", "debug"}, whole_sizes},
        {"whole nodes, and sizes have weight",
         apart,
         {"whole", "whole", "debug"},
         whole_sizes,
         weigh_size},
        {"the same under 24.11", apart, {"whole", "whole", "debug"}, whole_sizes, newer},
        {"parts of nodes", apart, {"shared", "shared", "wide"}, parts},
        {"parts of nodes, and sizes have weight", apart, {"shared", "wide"}, parts, weigh_size},
        {"parts of nodes under 24.11", apart, {"shared", "shared", "wide"}, parts, new_release},
        {"shared cores", sharing, {"over", "over", "shared"}, shared_parts},
        {"both", apart, {"shared", "whole", "wide", "batch"}, parts},
        {"devices", apart, {"shared", "shared", "wide"}, devices, add_devices},
        {"limits", apart, {"shared"}, of_accounts, limit_account},
        {"partitions could preempt, but nobody is in the lower one",
         apart + above_and_below,
         {"high", "higher"},
         parts},
        {"partitions preempt now and then",
         apart + above_and_below,
         {"high", "high", "high", "higher", "higher", "higher", "higher", "below"},
         parts},
        {"few jobs", apart, {"shared", "whole", "shared", "debug"}, parts, weigh_size, 12},
    };
}

/// All that depends on starts, and the times of cycles.
void require_same_starts(Controller const& fast, Controller const& whole) {
    REQUIRE(fast.state().counters.backfill_cycles == whole.state().counters.backfill_cycles);
    REQUIRE(fast.state().counters.backfilled_total == whole.state().counters.backfilled_total);
    REQUIRE(fast.state().triggers.changed == whole.state().triggers.changed);
    whole.state().jobs.table.for_each([&](JobSlot slot, Job const& job) {
        auto const& same = fast.state().jobs.at(slot);
        INFO("job " << job.id << " at " << whole.now().since_origin << " s");
        REQUIRE(same.id == job.id);
        REQUIRE(same.state == job.state);
        REQUIRE(same.start == job.start);
        REQUIRE(same.reason == job.reason);
        REQUIRE(same.priority == job.priority);
        REQUIRE(same.allocation.nodes.size() == job.allocation.nodes.size());
        for (std::size_t i = 0; i < job.allocation.nodes.size(); ++i)
            REQUIRE(same.allocation.nodes[i].node == job.allocation.nodes[i].node);
    });
}

/// What fast cycles leave out.
struct LeftOut {
    std::int64_t tests = 0;  ///< of jobs
    SparedWork spared;
};

/// Plays the same random jobs with whole cycles and without start estimates.
LeftOut compare(Kind const& kind, std::uint32_t seed) {
    auto site = std::make_shared<Site>(*cluster4x8(kind.conf));
    kind.change(*site);
    Controller fast(site, cycles_from_30(), CycleMode::fast);
    fast.leave_out_estimates();
    Controller whole(site, cycles_from_30(), CycleMode::reference);
    std::mt19937 draw(seed);
    auto const below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(draw);
    };
    auto const one_of = [&](std::vector<std::string> const& words) {
        return words[below(words.size())];
    };
    for (std::int64_t second = 5; second < 6 * 3600;
         second += 5 + static_cast<std::int64_t>(below(60))) {
        for (auto* controller : {&fast, &whole}) controller->run_until(Instant{second});
        INFO(kind.name << ", seed " << seed);
        require_same_starts(fast, whole);
        if (fast.unfinished() >= kind.most_jobs || below(4) == 0) continue;
        auto const words = "-p " + one_of(kind.partitions) + " -t " +
                           one_of({"5", "17", "60", "90", "400"}) + " " + one_of(kind.sizes) +
                           one_of({"",
                                   "",
                                   "",
                                   "",
                                   "",
                                   " --array=0-3",
                                   " --array=0-5%2",
                                   " --time-min=4",
                                   " --nice=30"});
        auto const request = request_of(words, 60 * (1 + static_cast<std::int64_t>(below(100))));
        auto const outcome = fast.submit(request);
        REQUIRE(whole.submit(request).job_id == outcome.job_id);
    }
    return {whole.state().counters.backfill_depth_tried_sum -
                fast.state().counters.backfill_depth_tried_sum,
            fast.spared()};
}

}  // namespace

TEST_CASE("cycles that end when no further job can start have the starts of whole ones",
          "[slurm_controller][unit]") {
    std::uint64_t equal_searches = 0;
    for (auto const& kind : kinds()) {
        std::int64_t tests = 0;
        std::uint64_t cycles = 0;
        for (std::uint32_t seed = 1; seed <= 2; ++seed) {
            auto const left_out = compare(kind, seed);
            tests += left_out.tests;
            cycles += left_out.spared.cycles;
            equal_searches += left_out.spared.equal_searches;
        }
        INFO(kind.name);
        CHECK(tests > 0);
        CHECK(cycles > 0);
    }
    CHECK(equal_searches > 0);
}
