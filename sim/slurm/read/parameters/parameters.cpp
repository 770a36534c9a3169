// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/parameters/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace clustersim::slurm {

namespace {

template <class Enum>
constexpr ChoiceWord word(std::string_view conf, std::string_view yaml, Enum value) {
    return {conf, yaml, static_cast<int>(value)};
}

constexpr ChoiceWord scheduler_types[] = {
    word("sched/backfill", "backfill", SchedulerType::backfill),
    word("sched/builtin", "builtin", SchedulerType::builtin),
};
constexpr ChoiceWord priority_types[] = {
    word("priority/basic", "basic", PriorityType::basic),
    word("priority/multifactor", "multifactor", PriorityType::multifactor),
};
constexpr ChoiceWord fairshare_algorithms[] = {
    word("FAIR_TREE", "fair_tree", FairshareAlgorithm::fair_tree),
    word("NO_FAIR_TREE", "classic", FairshareAlgorithm::classic),
    word("DEPTH_OBLIVIOUS", "depth_oblivious", FairshareAlgorithm::depth_oblivious),
};
constexpr ChoiceWord usage_resets[] = {
    word("NONE", "none", UsageReset::none),
    word("NOW", "now", UsageReset::now),
    word("DAILY", "daily", UsageReset::daily),
    word("WEEKLY", "weekly", UsageReset::weekly),
    word("MONTHLY", "monthly", UsageReset::monthly),
    word("QUARTERLY", "quarterly", UsageReset::quarterly),
    word("YEARLY", "yearly", UsageReset::yearly),
};
constexpr ChoiceWord topology_plugins[] = {
    word("topology/none", "none", TopologyPlugin::none),
    word("topology/tree", "tree", TopologyPlugin::tree),
    word("topology/flat", "", TopologyPlugin::none),
    word("topology/default", "", TopologyPlugin::none),
};
constexpr ChoiceWord preempt_types[] = {
    word("preempt/none", "none", PreemptType::none),
    word("preempt/partition_prio", "partition_prio", PreemptType::partition_prio),
    word("preempt/qos", "qos", PreemptType::qos),
};
constexpr ChoiceWord preempt_modes[] = {
    word("OFF", "off", PreemptMode::off),
    word("CANCEL", "cancel", PreemptMode::cancel),
    word("REQUEUE", "requeue", PreemptMode::requeue),
    word("SUSPEND", "suspend", PreemptMode::suspend),
};
constexpr ChoiceWord part_limits[] = {
    word("NO", "no", EnforcePartLimits::no),
    word("ANY", "any", EnforcePartLimits::any),
    word("ALL", "all", EnforcePartLimits::all),
    word("YES", "", EnforcePartLimits::any),
    word("UP", "", EnforcePartLimits::any),
    word("TRUE", "", EnforcePartLimits::any),
    word("1", "", EnforcePartLimits::any),
    word("DOWN", "", EnforcePartLimits::no),
    word("FALSE", "", EnforcePartLimits::no),
    word("0", "", EnforcePartLimits::no),
};

constexpr std::int64_t largest = Bounds{}.high;
constexpr Bounds any{};
constexpr Bounds within(std::int64_t low, std::int64_t high) {
    return {low, high};
}

constexpr Parameter table[] = {
#define CLUSTERSIM_PARAMETER(conf, key, measure, member, bounds, meaning)                          \
    {conf, key, Measure::measure, +[](Settings & s) -> auto& {return s.member;                     \
    }                                                                                              \
    , bounds, meaning                                                                              \
    }                                                                                              \
    ,
#define CLUSTERSIM_CHOICE(conf, key, member, words, meaning)                                       \
    {conf,                                                                                         \
     key,                                                                                          \
     Measure::choice,                                                                              \
     Choice{words,                                                                                 \
            [](Settings const& s) { return static_cast<int>(s.member); },                          \
            [](Settings& s, int value) { s.member = static_cast<decltype(s.member)>(value); }},    \
     any,                                                                                          \
     meaning},
#include "sim/slurm/read/parameters/parameters.inc"
#undef CLUSTERSIM_PARAMETER
#undef CLUSTERSIM_CHOICE
};

bool same_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

/// In the largest unit that leaves no remainder.
std::string time_text(std::int64_t seconds) {
    if (seconds < 0) return "unlimited";
    for (auto const& [unit, length] :
         {std::pair("d", 86400), std::pair("h", 3600), std::pair("min", 60)})
        if (seconds > 0 && seconds % length == 0)
            return fmt::format("{} {}", seconds / length, unit);
    return fmt::format("{} s", seconds);
}

std::string amount(std::int64_t count, Measure measure) {
    switch (measure) {
        case Measure::seconds:
        case Measure::limit_seconds:
        case Measure::limit_time:
        case Measure::time: return time_text(count);
        case Measure::minutes:
        case Measure::limit_minutes: return time_text(count * 60);
        case Measure::mebibytes: return fmt::format("{} MiB", count);
        default: return fmt::format("{}", count);
    }
}

/// The text of a member's value.
struct ValueText {
    Settings& settings;
    Measure measure;

    std::string operator()(MemberOf<bool> member) const { return member(settings) ? "yes" : "no"; }
    std::string operator()(MemberOf<std::int64_t> member) const {
        return amount(member(settings), measure);
    }
    std::string operator()(MemberOf<double> member) const {
        return fmt::format("{}", member(settings));
    }
    std::string operator()(MemberOf<std::string> member) const { return member(settings); }
    template <class M>
    std::string operator()(MemberOf<std::optional<M>> member) const {
        auto const& value = member(settings);
        return value ? amount(*value, measure) : "not set";
    }
    std::string operator()(MemberOf<std::vector<std::pair<std::size_t, double>>>) const {
        return "none";
    }
    std::string operator()(MemberOf<Release> member) const { return to_text(member(settings)); }
    std::string operator()(Choice const& choice) const {
        auto const found =
            std::ranges::find(choice.words, choice.get(settings), &ChoiceWord::value);
        return std::string(found->yaml);
    }
};

}  // namespace

std::span<Parameter const> parameters() {
    return table;
}

Parameter const* find_parameter(std::string_view conf) {
    auto const found = std::ranges::find_if(
        table, [&](Parameter const& one) { return !conf.empty() && same_name(one.conf, conf); });
    return found == std::end(table) ? nullptr : found;
}

std::string amount_text(Parameter const& parameter, std::int64_t count) {
    return amount(count, parameter.measure);
}

std::string default_text(Parameter const& parameter) {
    Settings defaults;
    return std::visit(ValueText{defaults, parameter.measure}, parameter.member);
}

}  // namespace clustersim::slurm
