// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/limits/limit_check.hpp"

#include <string>
#include <vector>

namespace clustersim::slurm::test {

/// Eight nodes; accounts root > physics > user alice, root > chemistry > user carl; QOS normal and
/// the partition QOS part; no limits.
struct LimitedSite {
    Site site;
    static constexpr std::int32_t root = 0, physics = 1, alice = 2, chemistry = 3, carl = 4;
    static constexpr std::int32_t normal = 0, part = 1;

    LimitedSite() {
        site.settings.enforce.limits = true;
        site.settings.priority.decay_half_life = 0;
        site.settings.enforce.associations = true;
        site.tres.add("gres/gpu");
        site.tres.add("license/matlab");
        site.tres.add("bb/cray");
        site.records.emplace_back();
        for (int i = 1; i <= 8; ++i) site.nodes.push_back({"n" + std::to_string(i), 0, {}, ""});
        add_association("root", "", -1);
        add_association("physics", "", root);
        add_association("physics", "alice", physics);
        add_association("chemistry", "", root);
        add_association("chemistry", "carl", chemistry);
        for (char const* name : {"normal", "part"}) site.qos.emplace_back().name = name;
    }
    void add_association(char const* account, char const* user, std::int32_t parent) {
        Association& one = site.associations.emplace_back();
        one.account = account;
        one.user = user;
        one.parent = parent;
    }
    Qos& qos() { return site.qos[normal]; }
    Qos& part_qos() { return site.qos[part]; }
    Association& association(std::int32_t index) {
        return site.associations[static_cast<std::size_t>(index)];
    }
    static constexpr std::size_t gpu = tres::first_configured, matlab = gpu + 1, bb = gpu + 2;

    static JobGroups groups_of_alice() { return {alice, normal, -1, 0, physics}; }
    static JobGroups groups_of_carl() { return {carl, normal, -1, 1, chemistry}; }
};

/// A job with these CPUs and nodes, and other requests.
struct Job {
    TresCounts tres = TresCounts(tres::first_configured + 3, 0);
    NodeSet nodes{8};
    JobGroups groups;
    std::optional<std::int64_t> minutes = 60;

    Job(JobGroups const& of, std::int64_t cpus, std::vector<std::int32_t> const& on)
        : nodes(8, on), groups(of) {
        tres[tres::cpu] = cpus;
        tres[tres::node] = static_cast<std::int64_t>(on.size());
    }
    [[nodiscard]] JobLimitsView view() const { return {groups, tres, minutes, &nodes}; }
    [[nodiscard]] JobUse hold() const { return {groups, tres, &nodes}; }
    [[nodiscard]] Seconds limit() const { return {minutes.value_or(year_minutes) * 60}; }
};

inline std::string text_of(Reason reason) {
    return std::string(reason_name(reason));
}

/// A site, its counts, and the results of the checks for a job.
struct Checked {
    LimitPlan plan;
    UsageCounts counts;
    AssociationUsage used;
    explicit Checked(LimitedSite const& limited)
        : plan(limited.site), counts(plan), used(limited.site) {}
    Checked(Checked const&) = delete;
    void start(Job const& job) {
        counts.add_submit(job.groups);
        counts.start(job.hold(), job.limit());
    }
    [[nodiscard]] LimitState state() const { return {plan, counts, used}; }
    /// Charges a job for this run time; without decay.
    void charge(Job const& job, std::int64_t seconds) {
        std::vector<std::int32_t> qos;
        for (auto const index : {job.groups.qos, job.groups.partition_qos})
            if (index >= 0) qos.push_back(index);
        used.charge(job.groups.association, qos, {{seconds}, 0, 1.0, job.tres});
    }
    [[nodiscard]] std::string pre(Job const& job) const {
        return text_of(pre_select(state(), job.view()));
    }
    [[nodiscard]] std::string post(Job const& job) const {
        return text_of(post_select(state(), job.view()));
    }
};

inline Job alice(std::int64_t cpus, std::vector<std::int32_t> const& on = {0}) {
    return {LimitedSite::groups_of_alice(), cpus, on};
}
inline Job carl(std::int64_t cpus, std::vector<std::int32_t> const& on = {0}) {
    return {LimitedSite::groups_of_carl(), cpus, on};
}

}  // namespace clustersim::slurm::test
