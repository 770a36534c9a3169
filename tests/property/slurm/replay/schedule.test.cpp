// SPDX-License-Identifier: Apache-2.0
// A checker of schedules: random jobs on random sites, followed from the first submission to the last end. It
// knows the rules of a machine, not those of a scheduler: nothing is allocated twice, jobs keep to the nodes and
// times that their partition and their limit allow, they start after the jobs they depend on, and the bill is the
// weighted sum of the allocated resources.
#include "sim/slurm/controller/controller.hpp"
#include "tests/support/catch.hpp"

#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::int32_t in_range(std::int32_t low, std::int32_t high) {
    return *rc::gen::inRange(low, high + 1);
}

bool one_in(std::int32_t n) {
    return in_range(1, n) == 1;
}

/// Nodes of eight cores, some with four GPUs, in two overlapping partitions with limits of their own.
Site any_site() {
    Site site;
    site.tres.add("gres/gpu");
    for (bool const gpus : {false, true}) {
        NodeRecord record;
        record.cpus = 8;
        record.sockets = 2;
        record.cores_per_socket = 4;
        record.real_memory_mb = 8000;
        if (gpus) record.gres.push_back({"gpu", "", 4, {}, {}});
        site.records.push_back(record);
    }
    auto const nodes = in_range(2, 12);
    auto const border = in_range(0, nodes);
    Partition all, some;
    all.name = "all";
    all.is_default = true;
    some.name = "some";
    some.max_minutes = in_range(5, 60);
    some.max_nodes = in_range(1, 3);
    some.priority_tier = in_range(1, 2);
    for (std::int32_t i = 0; i < nodes; ++i) {
        site.nodes.push_back(
            {fmt::format("n{}", i + 1), i < border ? 0 : 1, NodeAdminState::up, {}});
        all.nodes.push_back(i);
        if (i % 2 == 0) some.nodes.push_back(i);
    }
    if (one_in(4)) site.nodes.back().state = NodeAdminState::down;
    all.billing_weights = {{tres::cpu, 1.0}, {tres::mem, 0.001}};
    site.partitions = {all, some};
    site.settings.select.memory = one_in(2);
    return site;
}

JobRequest any_job(std::int64_t number, Site const& site) {
    JobRequest job;
    auto const nodes = static_cast<std::int32_t>(site.nodes.size());
    job.number = number;
    job.user = fmt::format("u{}", in_range(1, 3));
    job.partition = one_in(3) ? "some" : one_in(5) ? "all,some" : "all";
    job.submit = Instant{in_range(0, 3000)};
    if (one_in(2)) {
        job.min_nodes = job.max_nodes = in_range(1, nodes);
        if (one_in(3)) job.exclusive = Exclusive::whole_nodes;
    } else {
        job.ntasks = in_range(1, 12);
        job.cpus_per_task = in_range(1, 3);
    }
    job.mem_per_cpu_mb = 100 * in_range(1, 9);
    if (one_in(4)) job.gres.push_back({"gpu", "", in_range(1, 4), GresScope::per_node});
    job.time_minutes = in_range(1, 90);
    job.run_times = {{in_range(0, 100 * 60)}};
    if (number > 1 && one_in(5))
        job.dependency.list.all = {
            {one_in(2) ? DependencyType::afterok : DependencyType::afterany, number - 1, {}}};
    return job;
}

/// What runs at this instant, and what of it was broken.
class Checker final : public JobObserver {
  public:
    explicit Checker(Controller const& controller) : controller_(&controller) {}

    void started(Job const& job, Instant now) override {
        Site const& site = controller_->site();
        expect(now >= job.submit, job, "starts before its submission");
        auto const limit = job.limit;
        Partition const& partition =
            site.partitions[static_cast<std::size_t>(job.chosen().partition)];
        expect(!partition.max_nodes ||
                   std::ssize(job.allocation.nodes) <= std::ptrdiff_t{*partition.max_nodes},
               job,
               "has more nodes than its partition allows");
        if (partition.max_minutes)
            expect(limit && limit->count <= *partition.max_minutes, job, "has too long a limit");
        for (NodeShare const& share : job.allocation.nodes) {
            expect(std::ranges::binary_search(partition.nodes, share.node),
                   job,
                   "is outside its partition");
            expect(site.nodes[static_cast<std::size_t>(share.node)].state == NodeAdminState::up,
                   job,
                   "is on a node that is down");
        }
        running_.emplace(job.id, job.allocation);
        check_nodes(job);
    }
    void ended(Job const& job, JobState /*run_state*/, Instant now) override {
        running_.erase(job.id);
        if (job.limit)
            // Slurm looks at time limits twice a minute.
            expect(now - job.start <= job.limit->seconds() + Seconds{30},
                   job,
                   "runs beyond its limit");
    }
    void finished(Job const& job, Instant /*now*/) override { finished_.emplace(job.id, job); }

    /// Of the jobs that are over, by id.
    [[nodiscard]] std::map<std::int32_t, Job> const& over() const { return finished_; }

    std::vector<std::string> broken;

  private:
    void expect(bool holds, Job const& job, std::string const& what) {
        if (!holds) broken.push_back(fmt::format("job {} {}", job.id, what));
    }

    /// Nothing of a node is given out twice.
    void check_nodes(Job const& job) {
        Site const& site = controller_->site();
        for (NodeShare const& mine : job.allocation.nodes) {
            NodeRecord const& record = site.record_of(mine.node);
            std::int32_t cpus = 0;
            std::int64_t memory = 0;
            std::uint64_t devices = 0;
            std::vector<int> users(static_cast<std::size_t>(record.cores()), 0);
            for (auto const& [id, allocation] : running_) {
                for (std::size_t i = 0; i < allocation.nodes.size(); ++i) {
                    NodeShare const& share = allocation.nodes[i];
                    if (share.node != mine.node) continue;
                    cpus += share.cpus;
                    memory += share.memory_mb;
                    expect((devices & share.devices) == 0, job, "shares a device");
                    devices |= share.devices;
                    for (std::int32_t core = 0; core < record.cores(); ++core) {
                        bool const used =
                            allocation.whole_nodes || allocation.cores[i].contains(core);
                        users[static_cast<std::size_t>(core)] += used ? 1 : 0;
                    }
                }
            }
            expect(cpus <= record.cpus, job, "overfills the CPUs of a node");
            expect(!site.settings.select.memory || memory <= record.schedulable_memory_mb(),
                   job,
                   "overfills the memory of a node");
            expect(std::ranges::max(users) <= 1, job, "shares a core");
        }
    }

    Controller const* controller_;
    std::map<std::int32_t, Allocation> running_;
    std::map<std::int32_t, Job> finished_;
};

struct Submitted {
    JobRequest request;
    std::int32_t id = 0;
    std::int32_t after = 0;  ///< id of the job that it depends on; 0: none
};

/// Submits the jobs at their instants; a dependency names the id of the earlier job, if that was accepted.
std::vector<Submitted> submit_all(Controller& controller, std::vector<JobRequest> jobs) {
    std::ranges::stable_sort(jobs, {}, &JobRequest::submit);
    std::map<std::int64_t, std::int32_t> ids;
    std::vector<Submitted> accepted;
    for (JobRequest& job : jobs) {
        controller.run_until(job.submit);
        Submitted one;
        if (auto& others = job.dependency.list.all; !others.empty()) {
            auto const before = ids.find(others.front().job_id);
            // A job that ended long ago is unknown to Slurm, as one that was refused.
            bool const known = before != ids.end() && controller.find(before->second) != nullptr;
            one.after = known ? before->second : 0;
            if (one.after == 0)
                others.clear();
            else
                others.front().job_id = one.after;
        }
        SubmitOutcome const outcome = controller.submit(job);
        if (!outcome.accepted()) continue;
        ids[job.number] = one.id = outcome.job_id;
        one.request = job;
        accepted.push_back(std::move(one));
    }
    return accepted;
}

void check_end(Submitted const& one, Checker const& checker, Site const& site) {
    auto const found = checker.over().find(one.id);
    if (found == checker.over().end()) return;  // it stays pending
    Job const& job = found->second;
    auto const ran = job.end - job.start;
    auto const wanted = one.request.run_times.front();
    if (job.state == JobState::completed) {
        RC_ASSERT(ran == wanted);
    } else {
        RC_ASSERT(job.state == JobState::timeout);
        RC_ASSERT(job.limit && ran >= job.limit->seconds() && ran <= wanted);
    }
    if (one.after != 0) {
        Job const& before = checker.over().at(one.after);
        RC_ASSERT(job.start >= before.end);
        RC_ASSERT(one.request.dependency.list.all.front().type == DependencyType::afterany ||
                  before.state == JobState::completed);
    }
    auto const& weights =
        site.partitions[static_cast<std::size_t>(job.chosen().partition)].billing_weights;
    double expected = weights.empty() ? job.allocation.cpus : 0.0;
    for (auto const& [tres, weight] : weights)
        expected += weight * static_cast<double>(job.allocated_tres[tres]);
    RC_ASSERT(job.billing == Approx(expected));
}

}  // namespace

TEST_CASE("schedules keep to the machine, the limits, the dependencies and the bills",
          "[slurm_replay][property]") {
    CHECK(rc::check(
        "of random jobs on random sites",
        [] {
            auto const site = std::make_shared<Site const>(any_site());
            std::vector<JobRequest> jobs;
            auto const count = in_range(1, 40);
            for (std::int32_t i = 1; i <= count; ++i) jobs.push_back(any_job(i, *site));
            Controller controller(site, Phases{});
            Checker checker(controller);
            controller.observe(&checker);
            auto const submitted = submit_all(controller, std::move(jobs));
            controller.run_to_end(Instant{30 * 86400});
            for (std::string const& what : checker.broken) RC_LOG(what + "\n");
            RC_ASSERT(checker.broken.empty());
            for (Submitted const& one : submitted) check_end(one, checker, *site);
        }));
}
