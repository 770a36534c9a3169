// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_settings.hpp"

#include "sim/slurm/read/conf/conf_parameter.hpp"
#include "sim/slurm/read/parameters/legal_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <variant>

namespace clustersim::slurm {

namespace {

using Draft = SettingsDraft;

/// Notes that a pair sets a parameter, named as in slurm.conf.
void give(Draft& d, std::string_view conf) {
    d.given.push_back(find_parameter(conf));
}

void give_flag(Draft& d, std::string_view conf, bool value) {
    give(d, conf);
    std::get<MemberOf<bool>>(d.given.back()->member)(d.settings) = value;
}

void give_fairshare(Draft& d, FairshareAlgorithm algorithm) {
    give(d, "PriorityFlags=FAIR_TREE");
    d.settings.priority.fairshare = algorithm;
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

void read_preempt_mode(Draft& d, ConfPair const& p, ConfReading& r) {
    auto const words = preempt_words(p, r);
    give(d, "PreemptMode");
    d.settings.preempt_mode = words.mode.value_or(PreemptMode::off);
    give_flag(d, "PreemptMode=WITHIN", words.within);
    give_flag(d, "PreemptMode=GANG", words.gang);
    if (words.mode == PreemptMode::suspend && !words.gang) {
        r.complain(p, Code::inconsistent, "PreemptMode=SUSPEND requires GANG too").help =
            "slurmctld does not start without it: SUSPEND,GANG";
    }
}

void read_job_defaults(Draft& d, ConfPair const& p, ConfReading& r) {
    for (ConfPair const& word : words_of(p)) apply_setting(d, word, {}, r);
}

void read_select_type(Draft& d, ConfPair const& p, ConfReading& r) {
    static constexpr std::pair<std::string_view, bool> types[] = {
        {"select/linear", true}, {"select/cons_tres", false}, {"select/cons_res", false}};
    d.layered_select =
        same_plugin(p.value, "select/cray_aries") || same_plugin(p.value, "select/cray");
    give(d, "SelectType");
    r.one_of<bool>(emulated_value(p, r), types, d.settings.select.linear);
}

void read_storage_type(Draft& d, ConfPair const& p, ConfReading& r) {
    static constexpr std::pair<std::string_view, bool> types[] = {
        {"accounting_storage/slurmdbd", true},
        {"accounting_storage/mysql", true},
        {"accounting_storage/none", false}};
    give(d, "AccountingStorageType");
    r.one_of<bool>(emulated_value(p, r), types, d.settings.accounting_storage);
}

void allocate_sockets(Draft& d) {
    give_flag(d, "SelectTypeParameters=CR_Socket", true);
    give_flag(d, "SelectTypeParameters=CR_Core", false);
}

/// Keys that are not one plain parameter: words that set several to different values, lists that need the end of the
/// file, and plugins that differ only partly here.
constexpr ConfKey<Draft> compound[] = {
    {"SelectType", read_select_type},
    {"AccountingStorageType", read_storage_type},
    {"PreemptMode", read_preempt_mode},
    {"Licenses", read_licenses},
    {"JobDefaults", read_job_defaults},
    {"AccountingStorageTRES",
     [](Draft& d, auto& p, auto&) { d.tracked_tres = split_list(p.value); }},
    {"GresTypes", [](Draft&, auto&, auto&) {}},  // the nodes say which they have
    {"PriorityWeightTRES", [](Draft& d, auto& p, auto&) { d.weight_tres = p; }},
    {"SelectTypeParameters", [](Draft& d, auto& p, auto&) { d.select_parameters = p; }},
    {"TopologyParam", [](Draft& d, auto& p, auto&) { d.topology_parameters = p; }},
    {"SchedulerParameters=bf_licenses",
     [](Draft& d, auto& p, auto& r) {
         BackfillSettings& backfill = d.settings.scheduler.backfill;
         give(d, "SchedulerParameters=bf_licenses");
         r.flag(p, backfill.licenses);
         // The plan knows licences of running jobs only if it includes those jobs.
         if (backfill.licenses) give_flag(d, "SchedulerParameters=bf_running_job_reserve", true);
     }},
    {"SchedulerParameters=kill_invalid_depend",
     [](Draft& d, auto& p, auto& r) {
         give(d, "DependencyParameters=kill_invalid_depend");
         r.flag(p, d.settings.kill_invalid_depend);
     }},
    {"PriorityFlags=FAIR_TREE",
     [](Draft& d, auto&, auto&) { give_fairshare(d, FairshareAlgorithm::fair_tree); }},
    {"PriorityFlags=DEPTH_OBLIVIOUS",
     [](Draft& d, auto&, auto&) { give_fairshare(d, FairshareAlgorithm::depth_oblivious); }},
    {"PriorityFlags=NO_FAIR_TREE",
     [](Draft& d, auto&, auto&) {
         auto const algorithm = d.settings.priority.fairshare;
         give_fairshare(d,
                        algorithm == FairshareAlgorithm::fair_tree ? FairshareAlgorithm::classic
                                                                   : algorithm);
     }},
    {"SelectTypeParameters=CR_Socket", [](Draft& d, auto&, auto&) { allocate_sockets(d); }},
    {"SelectTypeParameters=CR_Socket_Memory",
     [](Draft& d, auto&, auto&) {
         allocate_sockets(d);
         give_flag(d, "SelectTypeParameters=CR_Memory", true);
     }},
};

/// A word of a list that turns on several flags, or one of another name.
struct FlagsOfWord {
    std::string_view name;
    std::array<std::string_view, 4> flags;
};
constexpr FlagsOfWord flags_of_words[] = {
    {"PriorityFlags=NO_NORMAL_ALL",
     {"PriorityFlags=NO_NORMAL_ASSOC",
      "PriorityFlags=NO_NORMAL_PART",
      "PriorityFlags=NO_NORMAL_QOS",
      "PriorityFlags=NO_NORMAL_TRES"}},
    {"AccountingStorageEnforce=limits",
     {"AccountingStorageEnforce=associations", "AccountingStorageEnforce=limits"}},
    {"AccountingStorageEnforce=qos",
     {"AccountingStorageEnforce=associations", "AccountingStorageEnforce=qos"}},
    {"AccountingStorageEnforce=safe",
     {"AccountingStorageEnforce=associations",
      "AccountingStorageEnforce=limits",
      "AccountingStorageEnforce=safe"}},
    {"AccountingStorageEnforce=wckeys", {"AccountingStorageEnforce=associations"}},
    {"AccountingStorageEnforce=all",
     {"AccountingStorageEnforce=associations",
      "AccountingStorageEnforce=limits",
      "AccountingStorageEnforce=qos",
      "AccountingStorageEnforce=safe"}},
    {"AccountingStorageEnforce=1", {"AccountingStorageEnforce=associations"}},
    {"AccountingStorageEnforce=2",
     {"AccountingStorageEnforce=associations", "AccountingStorageEnforce=limits"}},
    {"SelectTypeParameters=CR_CPU", {"SelectTypeParameters=CR_Core"}},
    {"SelectTypeParameters=CR_CPU_Memory",
     {"SelectTypeParameters=CR_Core", "SelectTypeParameters=CR_Memory"}},
    {"SelectTypeParameters=CR_Core_Memory",
     {"SelectTypeParameters=CR_Core", "SelectTypeParameters=CR_Memory"}},
};

/// Calls take(name, why it is unused) for every possible name of slurm.conf.
template <class Take>
void each_known_name(Take take) {
    for (FlagsOfWord const& word : flags_of_words) take(word.name, std::nullopt);
    for (ConfKey<Draft> const& key : compound) take(key.name, std::nullopt);
    for (Parameter const& one : parameters())
        if (!one.conf.empty()) take(one.conf, std::nullopt);
    for (auto const name : irrelevant_parameters()) take(name, std::optional(Unused::irrelevant));
    for (auto const name : unsupported_parameters()) take(name, std::optional(Unused::unsupported));
}

bool is_list(std::string_view name) {
    bool found = false;
    each_known_name([&](std::string_view known, auto) {
        found = found || (known.size() > name.size() && known[name.size()] == '=' &&
                          same_word(known.substr(0, name.size()), name));
    });
    return found;
}

/// Lists a pair that sets nothing, with similar names: those of the file, or those of the list that
/// contains the word.
void note(std::string const& name,
          ConfPair const& pair,
          std::span<std::string_view const> elsewhere,
          ConfReading& reading) {
    auto const list = name.substr(0, name.size() - pair.key.size());
    auto why = Unused::unknown;
    std::vector<std::string> near(elsewhere.begin(), elsewhere.end());
    each_known_name([&](std::string_view known, std::optional<Unused> unused) {
        if (unused && same_word(known, name)) why = *unused;
        if (known.size() < list.size() || !same_word(known.substr(0, list.size()), list)) return;
        std::string_view const rest = known.substr(list.size());
        near.emplace_back(list.empty() ? rest.substr(0, rest.find('=')) : rest);
    });
    note_unused(reading, pair, name, why, near);
}

void apply(Draft& draft,
           std::string const& name,
           ConfPair const& pair,
           std::span<std::string_view const> elsewhere,
           ConfReading& reading) {
    auto const is_it = [&](auto const& key) { return same_word(key.name, name); };
    auto const special = std::ranges::find_if(compound, is_it);
    auto const word_of_flags = std::ranges::find_if(flags_of_words, is_it);
    if (special != std::end(compound)) {
        special->set(draft, pair, reading);
    } else if (word_of_flags != std::end(flags_of_words)) {
        for (std::string_view const flag : word_of_flags->flags)
            if (!flag.empty()) give_flag(draft, flag, true);
    } else if (Parameter const* parameter = find_parameter(name)) {
        draft.given.push_back(parameter);
        set_parameter(*parameter, draft.settings, pair, reading);
    } else if (is_list(name)) {
        for (ConfPair const& word : words_of(pair))
            apply(draft, name + "=" + word.key, word, {}, reading);
    } else {
        note(name, pair, elsewhere, reading);
    }
}

void apply_words(Draft& draft, ConfPair const& list, ConfReading& reading) {
    for (ConfPair const& word : words_of(list))
        apply(draft, list.key + "=" + word.key, word, {}, reading);
}

}  // namespace

SettingsDraft::SettingsDraft() {
    // A missing parameter has Slurm's default, which may differ from a common choice of sites.
    settings.select.linear = true;
}

void apply_setting(SettingsDraft& draft,
                   ConfPair const& pair,
                   std::span<std::string_view const> elsewhere,
                   ConfReading& reading) {
    apply(draft, pair.key, pair, elsewhere, reading);
}

PreemptWords preempt_words(ConfPair const& pair, ConfReading& reading) {
    PreemptWords found;
    for (ConfPair word : words_of(pair)) {
        word.value = word.key;
        word.key = pair.key;
        if (same_word(word.value, "WITHIN")) {
            found.within = true;
        } else if (same_word(word.value, "GANG")) {
            found.gang = true;
        } else if (same_word(word.value, "PRIORITY")) {
            reading.unused.push_back({"PreemptMode=PRIORITY", Unused::unsupported, word.value_at});
        } else {
            Settings mode;
            set_parameter(*find_parameter("PreemptMode"), mode, word, reading);
            found.mode = mode.preempt_mode;
        }
    }
    return found;
}

void finish_settings(SettingsDraft& draft, ConfReading& reading) {
    SelectSettings& select = draft.settings.select;
    if (draft.layered_select && draft.select_parameters) {
        for (ConfPair const& word : words_of(*draft.select_parameters))
            if (same_word(word.key, "OTHER_CONS_RES") || same_word(word.key, "OTHER_CONS_TRES"))
                select.linear = false;
    }
    if (draft.select_parameters) {
        give_flag(draft, "SelectTypeParameters=CR_Core", true);
        give_flag(draft, "SelectTypeParameters=CR_Memory", false);
        apply_words(draft, *draft.select_parameters, reading);
    } else {
        select.memory = !select.linear;
    }
    if (draft.topology_parameters) apply_words(draft, *draft.topology_parameters, reading);
}

}  // namespace clustersim::slurm
