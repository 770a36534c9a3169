// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/settings_keys.hpp"

#include "sim/slurm/read/conf/other_keys.hpp"
#include "sim/slurm/read/conf/scheduler_parameters.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim::slurm {

namespace {

using Draft = SettingsDraft;
using Key = ConfKey<Draft>;

template <class Enum, std::size_t Count>
using Names = std::array<std::pair<std::string_view, Enum>, Count>;

template <auto Member>
void integer(Draft& d, ConfPair const& p, ConfReading& r) {
    r.integer(p, d.settings.*Member);
}
template <auto Member>
void boolean(Draft& d, ConfPair const& p, ConfReading& r) {
    r.boolean(p, d.settings.*Member);
}
template <auto Member>
void memory(Draft& d, ConfPair const& p, ConfReading& r) {
    r.memory(p, d.settings.*Member);
}
template <auto Member>
void minutes(Draft& d, ConfPair const& p, ConfReading& r) {
    r.minutes(p, d.settings.*Member);
}
template <auto Member>
void weight(Draft& d, ConfPair const& p, ConfReading& r) {
    double value = d.settings.priority.*Member;
    r.number(p, value);
    if (value < 0.0) {
        r.complain(p, Code::out_of_range, fmt::format("{} is less than zero", p.key));
        return;
    }
    d.settings.priority.*Member = value;
}
template <auto Member>
void priority_time(Draft& d, ConfPair const& p, ConfReading& r) {
    r.minutes_as_seconds(p, d.settings.priority.*Member);
}

/// Sets flags by the words of a list; words of no effect are noted.
template <class Target>
void set_words(ConfKeys<Target> const& keys, Target& target, ConfPair const& p, ConfReading& r) {
    for (ConfPair const& word : words_of(p)) {
        apply_pair(keys, target, word, r);
    }
}

constexpr ConfKey<PrioritySettings> priority_flags[] = {
    {"ACCRUE_ALWAYS", [](auto& s, auto&, auto&) { s.accrue_always = true; }},
    {"CALCULATE_RUNNING", [](auto& s, auto&, auto&) { s.calculate_running = true; }},
    {"DEPTH_OBLIVIOUS",
     [](auto& s, auto&, auto&) { s.fairshare = FairshareAlgorithm::depth_oblivious; }},
    {"NO_FAIR_TREE",
     [](auto& s, auto&, auto&) {
         if (s.fairshare == FairshareAlgorithm::fair_tree) {
             s.fairshare = FairshareAlgorithm::classic;
         }
     }},
    {"FAIR_TREE", [](auto& s, auto&, auto&) { s.fairshare = FairshareAlgorithm::fair_tree; }},
    {"INCR_ONLY", [](auto& s, auto&, auto&) { s.incr_only = true; }},
    {"MAX_TRES", [](auto& s, auto&, auto&) { s.max_tres = true; }},
    {"NO_NORMAL_ALL",
     [](auto& s, auto&, auto&) {
         s.no_normal_assoc = s.no_normal_part = s.no_normal_qos = s.no_normal_tres = true;
     }},
    {"NO_NORMAL_ASSOC", [](auto& s, auto&, auto&) { s.no_normal_assoc = true; }},
    {"NO_NORMAL_PART", [](auto& s, auto&, auto&) { s.no_normal_part = true; }},
    {"NO_NORMAL_QOS", [](auto& s, auto&, auto&) { s.no_normal_qos = true; }},
    {"NO_NORMAL_TRES", [](auto& s, auto&, auto&) { s.no_normal_tres = true; }},
    {"SMALL_RELATIVE_TO_TIME", [](auto& s, auto&, auto&) { s.small_relative_to_time = true; }},
};
constexpr std::string_view unsupported_priority_flags[] = {"MAX_TRES_GRES"};

constexpr ConfKey<EnforceSettings> enforce_words[] = {
    {"associations", [](auto& s, auto&, auto&) { s.associations = true; }},
    {"limits", [](auto& s, auto&, auto&) { s.associations = s.limits = true; }},
    {"qos", [](auto& s, auto&, auto&) { s.associations = s.qos = true; }},
    {"safe", [](auto& s, auto&, auto&) { s.associations = s.limits = s.safe = true; }},
    {"wckeys", [](auto& s, auto&, auto&) { s.associations = true; }},
    {"all", [](auto& s, auto&, auto&) { s.associations = s.limits = s.qos = s.safe = true; }},
    {"1", [](auto& s, auto&, auto&) { s.associations = true; }},
};
constexpr std::string_view idle_enforce_words[] = {"nojobs", "nosteps", "none", "0"};

constexpr ConfKey<Settings> dependency_words[] = {
    {"kill_invalid_depend", [](auto& s, auto& p, auto& r) { r.flag(p, s.kill_invalid_depend); }},
};
constexpr std::string_view idle_dependency_words[] = {"max_depend_depth",
                                                      "disable_remote_singleton"};

constexpr Names<SchedulerType, 2> scheduler_types{
    {{"sched/backfill", SchedulerType::backfill}, {"sched/builtin", SchedulerType::builtin}}};
constexpr Names<PriorityType, 2> priority_types{
    {{"priority/basic", PriorityType::basic}, {"priority/multifactor", PriorityType::multifactor}}};
constexpr Names<bool, 3> select_types{
    {{"select/linear", true}, {"select/cons_tres", false}, {"select/cons_res", false}}};
constexpr Names<PreemptType, 3> preempt_types{
    {{"preempt/none", PreemptType::none},
     {"preempt/partition_prio", PreemptType::partition_prio},
     {"preempt/qos", PreemptType::qos}}};
constexpr Names<EnforcePartLimits, 4> enforce_part_limits{{{"NO", EnforcePartLimits::no},
                                                           {"ANY", EnforcePartLimits::any},
                                                           {"ALL", EnforcePartLimits::all},
                                                           {"YES", EnforcePartLimits::all}}};
constexpr Names<UsageReset, 7> usage_resets{{{"NONE", UsageReset::none},
                                             {"NOW", UsageReset::now},
                                             {"DAILY", UsageReset::daily},
                                             {"WEEKLY", UsageReset::weekly},
                                             {"MONTHLY", UsageReset::monthly},
                                             {"QUARTERLY", UsageReset::quarterly},
                                             {"YEARLY", UsageReset::yearly}}};
constexpr Names<TopologyPlugin, 6> topology_plugins{{{"topology/tree", TopologyPlugin::tree},
                                                     {"topology/none", TopologyPlugin::none},
                                                     {"topology/flat", TopologyPlugin::none},
                                                     {"topology/default", TopologyPlugin::none},
                                                     {"none", TopologyPlugin::none},
                                                     {"flat", TopologyPlugin::none}}};
constexpr Names<bool, 5> storage_types{{{"accounting_storage/slurmdbd", true},
                                        {"slurmdbd", true},
                                        {"accounting_storage/mysql", true},
                                        {"accounting_storage/none", false},
                                        {"none", false}}};

template <class Enum, std::size_t Count>
void choose(ConfReading& r, ConfPair const& p, Names<Enum, Count> const& names, Enum& target) {
    r.one_of(p, std::span<std::pair<std::string_view, Enum> const>(names), target);
}

void read_licenses(Draft& d, ConfPair const& p, ConfReading& r) {
    d.licenses.clear();
    for (std::string const& item : split_list(p.value, ",;")) {
        auto const colon = item.find_first_of(":*=");
        License license{item.substr(0, colon), 1};
        if (colon != std::string::npos) {
            ConfPair count = p;
            count.value = item.substr(colon + 1);
            r.integer(count, license.total);
        }
        d.licenses.push_back(std::move(license));
    }
}

void read_job_defaults(Draft& d, ConfPair const& p, ConfReading& r) {
    for (ConfPair const& word : words_of(p)) {
        apply_pair(settings_keys(), d, word, r);
    }
}

void read_time_slice(Draft& d, ConfPair const& p, ConfReading& r) {
    r.integer(p, d.settings.scheduler_time_slice, 5, 65533);
}

constexpr Key used[] = {
    {"ClusterName", [](Draft& d, auto& p, auto&) { d.settings.cluster_name = p.value; }},
    {"SchedulerType",
     [](Draft& d, auto& p, auto& r) { choose(r, p, scheduler_types, d.settings.scheduler.type); }},
    {"SchedulerParameters",
     [](Draft& d, auto& p, auto& r) { read_scheduler_parameters(d.settings, p, r); }},
    {"PriorityType",
     [](Draft& d, auto& p, auto& r) { choose(r, p, priority_types, d.settings.priority.type); }},
    {"PriorityWeightAge", weight<&PrioritySettings::weight_age>},
    {"PriorityWeightAssoc", weight<&PrioritySettings::weight_assoc>},
    {"PriorityWeightFairshare", weight<&PrioritySettings::weight_fairshare>},
    {"PriorityWeightJobSize", weight<&PrioritySettings::weight_job_size>},
    {"PriorityWeightPartition", weight<&PrioritySettings::weight_partition>},
    {"PriorityWeightQOS", weight<&PrioritySettings::weight_qos>},
    {"PriorityWeightTRES", [](Draft& d, auto& p, auto&) { d.weight_tres = p; }},
    {"PriorityMaxAge", priority_time<&PrioritySettings::max_age>},
    {"PriorityDecayHalfLife", priority_time<&PrioritySettings::decay_half_life>},
    {"PriorityCalcPeriod",
     [](Draft& d, auto& p, auto& r) {
         auto period = d.settings.priority.calc_period;
         r.minutes_as_seconds(p, period);
         if (period >= 60) {
             d.settings.priority.calc_period = period;
         } else {
             r.complain(p, Code::out_of_range, "PriorityCalcPeriod is shorter than a minute");
         }
     }},
    {"PriorityUsageResetPeriod",
     [](Draft& d, auto& p, auto& r) {
         choose(r, p, usage_resets, d.settings.priority.usage_reset);
     }},
    {"FairShareDampeningFactor", weight<&PrioritySettings::dampening_factor>},
    {"PriorityFavorSmall",
     [](Draft& d, auto& p, auto& r) { r.boolean(p, d.settings.priority.favor_small); }},
    {"PriorityFlags",
     [](Draft& d, auto& p, auto& r) {
         set_words({priority_flags, {}, unsupported_priority_flags, "PriorityFlags="},
                   d.settings.priority,
                   p,
                   r);
     }},
    {"SelectType",
     [](Draft& d, auto& p, auto& r) { choose(r, p, select_types, d.settings.select.linear); }},
    {"SelectTypeParameters", [](Draft& d, auto& p, auto&) { d.select_parameters = p; }},
    {"TopologyPlugin",
     [](Draft& d, auto& p, auto& r) {
         choose(r, p, topology_plugins, d.settings.select.topology);
     }},
    {"TopologyParam", [](Draft& d, auto& p, auto&) { d.topology_parameters = p; }},
    {"AccountingStorageType",
     [](Draft& d, auto& p, auto& r) {
         choose(r, p, storage_types, d.settings.accounting_storage);
     }},
    {"AccountingStorageEnforce",
     [](Draft& d, auto& p, auto& r) {
         set_words({enforce_words, idle_enforce_words, {}, "AccountingStorageEnforce="},
                   d.settings.enforce,
                   p,
                   r);
     }},
    {"AccountingStorageTRES",
     [](Draft& d, auto& p, auto&) { d.tracked_tres = split_list(p.value); }},
    {"GresTypes", [](Draft& d, auto& p, auto&) { d.gres_types = split_list(p.value); }},
    {"Licenses", read_licenses},
    {"DependencyParameters",
     [](Draft& d, auto& p, auto& r) {
         set_words({dependency_words, idle_dependency_words, {}, "DependencyParameters="},
                   d.settings,
                   p,
                   r);
     }},
    {"PreemptType",
     [](Draft& d, auto& p, auto& r) { choose(r, p, preempt_types, d.settings.preempt_type); }},
    {"PreemptMode",
     [](Draft& d, auto& p, auto& r) {
         auto const words = preempt_words(p, r);
         d.settings.preempt_mode = words.mode.value_or(PreemptMode::off);
         d.settings.preempt_within = words.within;
         d.settings.gang = words.gang;
         if (words.mode == PreemptMode::suspend && !words.gang) {
             r.complain(p, Code::inconsistent, "PreemptMode=SUSPEND requires GANG too").help =
                 "slurmctld does not start without it: SUSPEND,GANG";
         }
     }},
    {"SchedulerTimeSlice", read_time_slice},
    {"PreemptExemptTime",
     [](Draft& d, auto& p, auto& r) {
         auto const seconds = limit_seconds(p.value);
         if (!seconds) {
             r.complain(
                 p, Code::wrong_type, fmt::format("{} = \"{}\" is not a time", p.key, p.value));
         } else if (*seconds >= 0) {
             d.settings.preempt_exempt_seconds = *seconds;
         }
     }},
    {"EnforcePartLimits",
     [](Draft& d, auto& p, auto& r) {
         choose(r, p, enforce_part_limits, d.settings.enforce_part_limits);
     }},
    {"JobRequeue", boolean<&Settings::job_requeue>},
    {"CompleteWait", integer<&Settings::complete_wait>},
    {"KillWait", integer<&Settings::kill_wait>},
    {"MinJobAge", integer<&Settings::min_job_age>},
    {"MaxJobCount", integer<&Settings::max_job_count>},
    {"MaxArraySize", integer<&Settings::max_array_size>},
    {"MessageTimeout", integer<&Settings::message_timeout>},
    {"OverTimeLimit", minutes<&Settings::over_time_minutes>},
    {"ResvOverRun", minutes<&Settings::resv_over_run_minutes>},
    {"FirstJobId", integer<&Settings::first_job_id>},
    {"ReturnToService", integer<&Settings::return_to_service>},
    {"DefMemPerCPU", memory<&Settings::def_mem_per_cpu_mb>},
    {"DefMemPerNode", memory<&Settings::def_mem_per_node_mb>},
    {"DefMemPerGPU", memory<&Settings::def_mem_per_gpu_mb>},
    {"MaxMemPerCPU", memory<&Settings::max_mem_per_cpu_mb>},
    {"MaxMemPerNode", memory<&Settings::max_mem_per_node_mb>},
    {"DefCpuPerGPU", integer<&Settings::def_cpu_per_gpu>},
    {"JobDefaults", read_job_defaults},
};

constexpr ConfKey<SelectSettings> select_words[] = {
    {"CR_CPU", [](auto& s, auto&, auto&) { s.cores = true; }},
    {"CR_CPU_Memory", [](auto& s, auto&, auto&) { s.cores = s.memory = true; }},
    {"CR_Core", [](auto& s, auto&, auto&) { s.cores = true; }},
    {"CR_Core_Memory", [](auto& s, auto&, auto&) { s.cores = s.memory = true; }},
    {"CR_Socket", [](auto& s, auto&, auto&) { s.sockets = true, s.cores = false; }},
    {"CR_Socket_Memory",
     [](auto& s, auto&, auto&) { s.sockets = s.memory = true, s.cores = false; }},
    {"CR_Memory", [](auto& s, auto&, auto&) { s.memory = true; }},
    {"CR_LLN", [](auto& s, auto&, auto&) { s.lln = true; }},
    {"CR_CORE_DEFAULT_DIST_BLOCK", [](auto& s, auto&, auto&) { s.core_default_dist_block = true; }},
};
constexpr std::string_view idle_select_words[] = {"OTHER_CONS_RES", "OTHER_CONS_TRES", "NONE"};
constexpr std::string_view unsupported_select_words[] = {"CR_ONE_TASK_PER_CORE",
                                                         "CR_PACK_NODES",
                                                         "LL_SHARED_GRES",
                                                         "ENFORCE_BINDING_GRES",
                                                         "ONE_TASK_PER_SHARING_GRES",
                                                         "MULTIPLE_SHARING_GRES_PJ"};

constexpr ConfKey<SelectSettings> topology_words[] = {
    {"Dragonfly", [](auto& s, auto&, auto&) { s.topology_dragonfly = true; }},
    {"TopoOptional", [](auto& s, auto&, auto&) { s.topology_optional = true; }},
};
constexpr std::string_view idle_topology_words[] = {
    "NoCtldInAddrAny", "NoInAddrAny", "RouteTree", "RoutePart"};
constexpr std::string_view unsupported_topology_words[] = {
    "SwitchAsNodeRank", "BlockAsNodeRank", "TopoMaxSizeUnroll"};

}  // namespace

SettingsDraft::SettingsDraft() {
    // What the file does not name has Slurm's default, which is not the choice of every site.
    settings.select.linear = true;
}

ConfKeys<SettingsDraft> settings_keys() {
    return {used, irrelevant_settings(), unsupported_settings(), ""};
}

PreemptWords preempt_words(ConfPair const& pair, ConfReading& reading) {
    static constexpr Names<PreemptMode, 4> modes{{{"OFF", PreemptMode::off},
                                                  {"CANCEL", PreemptMode::cancel},
                                                  {"REQUEUE", PreemptMode::requeue},
                                                  {"SUSPEND", PreemptMode::suspend}}};
    PreemptWords found;
    for (ConfPair word : words_of(pair)) {
        word.value = word.key;
        word.key = pair.key;
        if (same_word(word.value, "WITHIN")) {
            found.within = true;
        } else if (same_word(word.value, "GANG")) {
            found.gang = true;
        } else {
            PreemptMode mode = PreemptMode::off;
            choose(reading, word, modes, mode);
            found.mode = mode;
        }
    }
    return found;
}

void finish_settings(SettingsDraft& draft, ConfReading& reading) {
    SelectSettings& select = draft.settings.select;
    if (draft.select_parameters) {
        select.cores = true;
        select.memory = false;
        set_words(
            {select_words, idle_select_words, unsupported_select_words, "SelectTypeParameters="},
            select,
            *draft.select_parameters,
            reading);
    } else {
        select.memory = !select.linear;
    }
    if (draft.topology_parameters) {
        set_words(
            {topology_words, idle_topology_words, unsupported_topology_words, "TopologyParam="},
            select,
            *draft.topology_parameters,
            reading);
    }
}

}  // namespace clustersim::slurm
