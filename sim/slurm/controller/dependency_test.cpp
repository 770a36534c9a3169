// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/dependency_test.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The known state of a dependency's target: a job, one task, or a whole array.
struct Target {
    bool known = false;
    bool waits = false;      ///< some of it is still PENDING
    bool finished = false;   ///< all of it
    bool completed = false;  ///< all of it, with state COMPLETED
    Instant started;
};

Target target_of_job(Job const& job) {
    Target target;
    target.known = true;
    target.waits = job.pending();
    target.finished = is_final(job.state);
    target.completed = job.state == JobState::completed;
    target.started = job.start;
    return target;
}

Target target_of_array(JobTable const& jobs, std::int32_t id, ArrayCounts const& array) {
    Target target;
    target.known = true;
    target.finished = array.unfinished == 0;
    target.completed = target.finished && array.not_completed == 0;
    // `after` an array waits for its last task to start; that task keeps the array's own record.
    target.waits = array.unfinished > array.running;
    if (auto const slot = jobs.find(id); slot) target.started = jobs.at(*slot).start;
    return target;
}

Target find_target(JobTable const& jobs, std::int64_t job_id, std::optional<std::int64_t> task) {
    auto const id = static_cast<std::int32_t>(job_id);
    if (auto const* array = jobs.array(id)) {
        if (!task) return target_of_array(jobs, id, *array);
        auto const slot = jobs.find_task(id, static_cast<std::int32_t>(*task));
        if (slot) return target_of_job(jobs.at(*slot));
        // A task without a record of its own is pending in the array's record, or never existed.
        if (array->meta) return target_of_job(jobs.at(*array->meta));
        return {};
    }
    auto const slot = jobs.find(id);
    return slot ? target_of_job(jobs.at(*slot)) : Target{};
}

DependencyState when(bool fulfilled, bool never) {
    if (fulfilled) return DependencyState::fulfilled;
    return never ? DependencyState::never : DependencyState::open;
}

bool same_name(Job const& a, Job const& b) {
    // Tasks of one array do not block each other.
    bool const same_array = a.array_id != 0 && a.array_id == b.array_id;
    return &a != &b && !same_array && a.spec->user == b.spec->user &&
           a.spec->request.name == b.spec->request.name;
}

/// True if no other job of that user and name runs, and no older one is pending.
DependencyState test_singleton(JobsState const& jobs, Job const& job) {
    auto const blocks = [&](JobSlot slot) {
        auto const& other = jobs.at(slot);
        return same_name(job, other) && (!other.pending() || other.order_id() < job.order_id());
    };
    auto const pending = jobs.pending();
    bool const open = std::any_of(jobs.running.begin(), jobs.running.end(), blocks) ||
                      std::any_of(pending.begin(), pending.end(), blocks);
    return open ? DependencyState::open : DependencyState::fulfilled;
}

DependencyState
test_one(JobsState const& jobs, Job const& job, Dependency const& dependency, Instant now) {
    if (dependency.type == DependencyType::singleton) return test_singleton(jobs, job);
    auto task = dependency.task;
    if (dependency.type == DependencyType::aftercorr && !task) task = job.task;
    auto const target = find_target(jobs.table, dependency.job_id, task);
    // An unknown job counts as fulfilled, whatever the type (spec 1.10.2).
    if (!target.known) return DependencyState::fulfilled;
    switch (dependency.type) {
        case DependencyType::after:
            return when(!target.waits && (dependency.minutes == 0 ||
                                          target.started + Minutes{dependency.minutes} <= now),
                        false);
        case DependencyType::afterany:
        case DependencyType::afterburstbuffer: return when(target.finished, false);
        case DependencyType::afterok:
        case DependencyType::aftercorr: return when(target.completed, target.finished);
        case DependencyType::afternotok:
            return when(target.finished && !target.completed, target.finished);
        case DependencyType::singleton: break;
    }
    return DependencyState::open;
}

}  // namespace

DependencyState test_dependencies(JobsState const& jobs, Job const& job, Instant now) {
    auto const& list = job.spec->dependencies;
    bool any_fulfilled = false;
    bool any_open = false;
    bool any_never = false;
    for (auto const& dependency : list.all) {
        switch (test_one(jobs, job, dependency, now)) {
            case DependencyState::fulfilled: any_fulfilled = true; break;
            case DependencyState::open: any_open = true; break;
            case DependencyState::never: any_never = true; break;
        }
    }
    if (list.any_is_enough) {
        if (any_fulfilled || list.all.empty()) return DependencyState::fulfilled;
        return any_open ? DependencyState::open : DependencyState::never;
    }
    if (any_never) return DependencyState::never;
    return any_open ? DependencyState::open : DependencyState::fulfilled;
}

}  // namespace clustersim::slurm
