// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_keys.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/accounting/sacctmgr_values.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace clustersim::slurm {

namespace {

/// A property: its names, as commands take them and as column titles of tables, and what it sets. A
/// property without a setter has no effect here.
template <class T>
struct SacctmgrKey {
    std::string_view names;  ///< separated by '|', the most common one first
    void (*set)(T&, SacctmgrWord const&, AccountingReading&) = nullptr;
};

template <auto... Members>
struct At;
template <auto Member>
struct At<Member> {
    static auto& of(auto& target) { return target.*Member; }
};
template <auto First, auto Second>
struct At<First, Second> {
    static auto& of(auto& target) { return target.*First.*Second; }
};

/// Reads a member of T, or a member of one, by a function of sacctmgr_values.hpp.
template <class T, auto Set, auto... Members>
constexpr auto by = [](T& target, SacctmgrWord const& word, AccountingReading& reading) {
    Set(At<Members...>::of(target), word, reading);
};
template <class T, auto... Members>
constexpr auto count_of = by<T, set_count, Members...>;
template <class T, auto... Members>
constexpr auto minutes = by<T, set_minutes, Members...>;
template <class T, auto... Members>
constexpr auto limits = by<T, set_tres_limits, Members...>;
/// Words of old releases that limit one resource: GrpCPUs, MaxNodes, …
template <class T, std::size_t Tres, auto... Members>
constexpr auto one_limit = [](T& target, SacctmgrWord const& word, AccountingReading& reading) {
    set_one_limit(At<Members...>::of(target), Tres, word, reading);
};

/// Limits that associations and QOS share.
template <class T>
constexpr std::array<SacctmgrKey<T>, 21> shared_keys{{
    {"GrpTRES", limits<T, &T::group, &GroupLimits::tres>},
    {"GrpTRESMins", limits<T, &T::group, &GroupLimits::tres_mins>},
    {"GrpTRESRunMins", limits<T, &T::group, &GroupLimits::tres_run_mins>},
    {"GrpJobs", count_of<T, &T::group, &GroupLimits::jobs>},
    {"GrpSubmitJobs|GrpSubmit", count_of<T, &T::group, &GroupLimits::submit_jobs>},
    {"GrpWall", minutes<T, &T::group, &GroupLimits::wall_minutes>},
    {"GrpJobsAccrue", count_of<T, &T::group, &GroupLimits::jobs_accrue>},
    {"MaxTRESPerJob|MaxTRES|MaxTRESPJ", limits<T, &T::job, &JobLimits::tres>},
    {"MaxTRESPerNode|MaxTRESPN", limits<T, &T::job, &JobLimits::tres_per_node>},
    {"MaxTRESMinsPerJob|MaxTRESMins|MaxTRESMinsPJ", limits<T, &T::job, &JobLimits::tres_mins>},
    {"MaxWallDurationPerJob|MaxWall|MaxWallPJ", minutes<T, &T::job, &JobLimits::wall_minutes>},
    {"GrpCPUs", one_limit<T, tres::cpu, &T::group, &GroupLimits::tres>},
    {"GrpMemory", one_limit<T, tres::mem, &T::group, &GroupLimits::tres>},
    {"GrpNodes", one_limit<T, tres::node, &T::group, &GroupLimits::tres>},
    {"GrpCPUMins", one_limit<T, tres::cpu, &T::group, &GroupLimits::tres_mins>},
    {"GrpCPURunMins", one_limit<T, tres::cpu, &T::group, &GroupLimits::tres_run_mins>},
    {"MaxCPUsPerJob|MaxCPUs", one_limit<T, tres::cpu, &T::job, &JobLimits::tres>},
    {"MaxNodesPerJob|MaxNodes", one_limit<T, tres::node, &T::job, &JobLimits::tres>},
    {"MaxCPUMinsPerJob|MaxCPUMins", one_limit<T, tres::cpu, &T::job, &JobLimits::tres_mins>},
    {"Description|Descr", nullptr},
    {"MaxTRESRunMins", nullptr},
}};

constexpr std::array<SacctmgrKey<Association>, 23> association_keys{{
    {"Fairshare|Share|RawShares", set_shares},
    {"MaxJobs", count_of<Association, &Association::max_jobs>},
    {"MaxSubmitJobs|MaxSubmit", count_of<Association, &Association::max_submit_jobs>},
    {"MaxJobsAccrue", count_of<Association, &Association::max_jobs_accrue>},
    {"QOSLevel|QOS", by<Association, set_names, &Association::allowed_qos>},
    {"DefaultQOS|DefQOS|Def QOS|DefaultQOSLevel",
     [](Association& target, SacctmgrWord const& word, AccountingReading&) {
         target.default_qos = word.value == "-1" ? std::string() : word.value;
     }},
    {"Priority", by<Association, set_number, &Association::priority>},
    {"Organization|Org", nullptr},
    {"AdminLevel|Admin", nullptr},
    {"DefaultWCKey|Def WCKey", nullptr},
    {"WCKeys", nullptr},
    {"Coordinator|Coord Accounts", nullptr},
    {"Comment", nullptr},
    {"Classification", nullptr},
    {"Lineage", nullptr},
    {"ID", nullptr},
    {"LFT", nullptr},
    {"RGT", nullptr},
    {"ParentID|Par ID", nullptr},
    {"UsageRaw", nullptr},
    {"ControlHost", nullptr},
    {"ControlPort", nullptr},
    {"RPC", nullptr},
}};

constexpr std::array<SacctmgrKey<Qos>, 24> qos_keys{{
    {"Priority", by<Qos, set_number, &Qos::priority>},
    {"UsageFactor", set_usage_factor},
    {"UsageThreshold|UsageThres", by<Qos, set_real, &Qos::usage_threshold>},
    {"LimitFactor", by<Qos, set_real, &Qos::limit_factor>},
    {"GraceTime", set_grace_time},
    {"Preempt", by<Qos, set_names, &Qos::preempt>},
    {"PreemptMode", set_preempt_mode},
    {"PreemptExemptTime", set_preempt_exempt_time},
    {"MinPrioThreshold|MinPrioThres", count_of<Qos, &Qos::min_prio_threshold>},
    {"Flags", set_qos_flags},
    {"MaxTRESPerUser|MaxTRESPU", limits<Qos, &Qos::max_tres_per_user>},
    {"MaxTRESPerAccount|MaxTRESPA", limits<Qos, &Qos::max_tres_per_account>},
    {"MinTRESPerJob|MinTRES", limits<Qos, &Qos::min_tres_per_job>},
    {"MaxJobsPerUser|MaxJobsPU|MaxJobs", count_of<Qos, &Qos::max_jobs_per_user>},
    {"MaxJobsPerAccount|MaxJobsPA", count_of<Qos, &Qos::max_jobs_per_account>},
    {"MaxSubmitJobsPerUser|MaxSubmitJobsPU|MaxSubmitPU|MaxSubmitJobs",
     count_of<Qos, &Qos::max_submit_per_user>},
    {"MaxSubmitJobsPerAccount|MaxSubmitJobsPA|MaxSubmitPA",
     count_of<Qos, &Qos::max_submit_per_account>},
    {"MaxJobsAccruePerUser|MaxJobsAccruePU", count_of<Qos, &Qos::max_accrue_per_user>},
    {"MaxJobsAccruePerAccount|MaxJobsAccruePA", count_of<Qos, &Qos::max_accrue_per_account>},
    {"MaxCPUsPerUser|MaxCPUsPU", one_limit<Qos, tres::cpu, &Qos::max_tres_per_user>},
    {"MaxNodesPerUser|MaxNodesPU", one_limit<Qos, tres::node, &Qos::max_tres_per_user>},
    {"MinCPUsPerJob|MinCPUs", one_limit<Qos, tres::cpu, &Qos::min_tres_per_job>},
    {"ID", nullptr},
    {"MaxTRESRunMinsPU|MaxTRESRunMinsPA|MaxTRESRunMinsPerUser|MaxTRESRunMinsPerAccount", nullptr},
}};

enum class Match { none, shortened, whole };

Match match(std::string_view names, std::string_view given) {
    constexpr std::size_t shortest = 3;
    auto best = Match::none;
    for (std::string_view const name : split(names, "|")) {
        if (given.size() > name.size() || lower(name.substr(0, given.size())) != lower(given))
            continue;
        if (given.size() == name.size()) return Match::whole;
        best = given.size() >= shortest ? Match::shortened : best;
    }
    return best;
}

/// The one key that the word names in full or abbreviates uniquely.
template <class T>
SacctmgrKey<T> const* find_key(std::string_view given, std::span<SacctmgrKey<T> const> own) {
    SacctmgrKey<T> const* found = nullptr;
    bool several = false;
    for (auto const& keys : {own, std::span<SacctmgrKey<T> const>(shared_keys<T>)}) {
        for (SacctmgrKey<T> const& key : keys) {
            switch (match(key.names, given)) {
                case Match::whole: return &key;
                case Match::shortened:
                    several = found != nullptr;
                    found = &key;
                    break;
                case Match::none: break;
            }
        }
    }
    return several ? nullptr : found;
}

template <class T>
bool apply(SacctmgrKey<T> const* key,
           SacctmgrWord const& word,
           T& target,
           AccountingReading& reading) {
    if (key == nullptr) return false;
    if (key->set != nullptr)
        key->set(target, word, reading);
    else if (!word.value.empty())
        reading.unused.emplace(split(key->names, "|").front());
    return true;
}

}  // namespace

bool is_association_key(std::string_view key) {
    return find_key<Association>(key, association_keys) != nullptr;
}

bool apply_word(SacctmgrWord const& word, Association& target, AccountingReading& reading) {
    return apply(find_key<Association>(word.key, association_keys), word, target, reading);
}

bool apply_word(SacctmgrWord const& word, Qos& target, AccountingReading& reading) {
    return apply(find_key<Qos>(word.key, qos_keys), word, target, reading);
}

void report_unknown_key(SacctmgrWord const& word,
                        bool of_qos,
                        std::string_view what,
                        AccountingReading& reading) {
    std::vector<std::string> known;
    auto const note = [&](auto const& keys) {
        for (auto const& key : keys) known.emplace_back(split(key.names, "|").front());
    };
    if (of_qos) {
        note(qos_keys);
        note(shared_keys<Qos>);
    } else {
        note(association_keys);
        note(shared_keys<Association>);
    }
    auto& trouble = reading.problems.add(word.line->problem(
        Code::unknown_key, fmt::format("{} has no \"{}\"", what, word.key), word.key));
    if (auto const near = nearest_name(word.key, known))
        trouble.help = fmt::format("did you mean {}?", *near);
}

}  // namespace clustersim::slurm
