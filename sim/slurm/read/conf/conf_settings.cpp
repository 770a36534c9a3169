// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_settings.hpp"

#include "sim/slurm/read/conf/conf_parameter.hpp"
#include "sim/slurm/read/parameters/legal_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

using Draft = SettingsDraft;

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
    d.settings.preempt_mode = words.mode.value_or(PreemptMode::off);
    d.settings.preempt_within = words.within;
    d.settings.gang = words.gang;
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
    r.one_of<bool>(emulated_value(p, r), types, d.settings.select.linear);
}

void read_storage_type(Draft& d, ConfPair const& p, ConfReading& r) {
    static constexpr std::pair<std::string_view, bool> types[] = {
        {"accounting_storage/slurmdbd", true},
        {"accounting_storage/mysql", true},
        {"accounting_storage/none", false}};
    r.one_of<bool>(emulated_value(p, r), types, d.settings.accounting_storage);
}

/// Keys that are not one plain parameter: words that set several, lists that need the end of the
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
         r.flag(p, backfill.licenses);
         // The plan knows licences of running jobs only if it includes those jobs.
         backfill.running_job_reserve |= backfill.licenses;
     }},
    {"SchedulerParameters=kill_invalid_depend",
     [](Draft& d, auto& p, auto& r) { r.flag(p, d.settings.kill_invalid_depend); }},
    {"PriorityFlags=FAIR_TREE",
     [](Draft& d, auto&, auto&) { d.settings.priority.fairshare = FairshareAlgorithm::fair_tree; }},
    {"PriorityFlags=DEPTH_OBLIVIOUS",
     [](Draft& d, auto&, auto&) {
         d.settings.priority.fairshare = FairshareAlgorithm::depth_oblivious;
     }},
    {"PriorityFlags=NO_FAIR_TREE",
     [](Draft& d, auto&, auto&) {
         auto& algorithm = d.settings.priority.fairshare;
         if (algorithm == FairshareAlgorithm::fair_tree) algorithm = FairshareAlgorithm::classic;
     }},
    {"PriorityFlags=NO_NORMAL_ALL",
     [](Draft& d, auto&, auto&) {
         PrioritySettings& s = d.settings.priority;
         s.no_normal_assoc = s.no_normal_part = s.no_normal_qos = s.no_normal_tres = true;
     }},
    {"AccountingStorageEnforce=limits",
     [](Draft& d, auto&, auto&) {
         d.settings.enforce.associations = d.settings.enforce.limits = true;
     }},
    {"AccountingStorageEnforce=qos",
     [](Draft& d, auto&, auto&) {
         d.settings.enforce.associations = d.settings.enforce.qos = true;
     }},
    {"AccountingStorageEnforce=safe",
     [](Draft& d, auto&, auto&) {
         EnforceSettings& s = d.settings.enforce;
         s.associations = s.limits = s.safe = true;
     }},
    {"AccountingStorageEnforce=wckeys",
     [](Draft& d, auto&, auto&) { d.settings.enforce.associations = true; }},
    {"AccountingStorageEnforce=all",
     [](Draft& d, auto&, auto&) {
         EnforceSettings& s = d.settings.enforce;
         s.associations = s.limits = s.qos = s.safe = true;
     }},
    {"AccountingStorageEnforce=1",
     [](Draft& d, auto&, auto&) { d.settings.enforce.associations = true; }},
    {"AccountingStorageEnforce=2",
     [](Draft& d, auto&, auto&) {
         d.settings.enforce.associations = d.settings.enforce.limits = true;
     }},
    {"SelectTypeParameters=CR_CPU", [](Draft& d, auto&, auto&) { d.settings.select.cores = true; }},
    {"SelectTypeParameters=CR_CPU_Memory",
     [](Draft& d, auto&, auto&) { d.settings.select.cores = d.settings.select.memory = true; }},
    {"SelectTypeParameters=CR_Core_Memory",
     [](Draft& d, auto&, auto&) { d.settings.select.cores = d.settings.select.memory = true; }},
    {"SelectTypeParameters=CR_Socket",
     [](Draft& d, auto&, auto&) {
         d.settings.select.sockets = true;
         d.settings.select.cores = false;
     }},
    {"SelectTypeParameters=CR_Socket_Memory",
     [](Draft& d, auto&, auto&) {
         d.settings.select.sockets = d.settings.select.memory = true;
         d.settings.select.cores = false;
     }},
};

/// Calls take(name, why it is unused) for every possible name of slurm.conf.
template <class Take>
void each_known_name(Take take) {
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
    auto const special = std::ranges::find_if(
        compound, [&](ConfKey<Draft> const& key) { return same_word(key.name, name); });
    if (special != std::end(compound))
        special->set(draft, pair, reading);
    else if (Parameter const* parameter = find_parameter(name))
        set_parameter(*parameter, draft.settings, pair, reading);
    else if (is_list(name))
        for (ConfPair const& word : words_of(pair))
            apply(draft, name + "=" + word.key, word, {}, reading);
    else
        note(name, pair, elsewhere, reading);
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
        select.cores = true;
        select.memory = false;
        apply_words(draft, *draft.select_parameters, reading);
    } else {
        select.memory = !select.linear;
    }
    if (draft.topology_parameters) apply_words(draft, *draft.topology_parameters, reading);
}

}  // namespace clustersim::slurm
