// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_values.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/request/tres_text.hpp"
#include "sim/slurm/site/limit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

constexpr std::int64_t most = 4'000'000'000'000;

void complain(SacctmgrWord const& word,
              std::string_view expected,
              AccountingReading& reading,
              Code code = Code::wrong_type) {
    auto& trouble =
        reading.problems.add(word.problem(code, fmt::format("{} is \"{}\"", word.key, word.value)));
    trouble.expected = std::string(expected);
}

bool takes_away(std::string_view value) {
    return value.empty() || value == "-1" || lower(value) == "not_set";
}

std::optional<std::int64_t> whole(std::string_view text) {
    auto const value = digits_only(text);
    return value && *value <= most ? value : std::nullopt;
}

std::optional<double> real(std::string_view text) {
    double value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    bool const good = error == std::errc{} && end == text.data() + text.size() &&
                      std::isfinite(value) && value >= 0;
    return good ? std::optional(value) : std::nullopt;
}

void apply(std::string_view text,
           TresLimits& target,
           SacctmgrWord const& word,
           AccountingReading& reading) {
    if (!text.empty() && !apply_tres_limits(text, *reading.tres, target)) {
        complain(word, "amounts such as cpu=10,mem=4G,gres/gpu=2, or -1 for none", reading);
        return;
    }
    // Limits that are not set are removed, so that equal limits compare equal.
    TresLimits tidy;
    for (std::size_t i = 0; i < target.size(); ++i)
        if (auto const limit = target.at(i)) tidy.set(i, *limit);
    target = std::move(tidy);
}

void report_untracked(SacctmgrWord const& word, std::string_view name, AccountingReading& reading) {
    auto trouble = word.problem(
        Code::unknown_name,
        fmt::format("{} limits {}, which the cluster does not track: no effect", word.key, name));
    trouble.severity = Severity::warning;
    trouble.help = fmt::format("to track it, set AccountingStorageTRES={} in slurm.conf", name);
    reading.problems.add(std::move(trouble));
}

}  // namespace

void set_count(std::optional<std::int64_t>& target,
               SacctmgrWord const& word,
               AccountingReading& reading) {
    if (takes_away(word.value))
        target.reset();
    else if (auto const value = whole(word.value))
        target = value;
    else
        complain(word, "a whole number, or -1 for none", reading);
}

void set_minutes(std::optional<std::int64_t>& target,
                 SacctmgrWord const& word,
                 AccountingReading& reading) {
    if (takes_away(word.value)) {
        target.reset();
        return;
    }
    auto const time = limit_minutes(word.value);
    if (!time)
        complain(word, "minutes or a time such as 2-12:00:00", reading);
    else if (*time == unlimited_time)
        target.reset();
    else
        target = *time;
}

void set_tres_limits(TresLimits& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (takes_away(word.value)) {
        target = {};
        return;
    }
    std::string tracked;
    for (std::string const& item : word.items()) {
        std::string_view const name = trimmed(std::string_view(item).substr(0, item.rfind('=')));
        if (reading.tres->find(name) || item.find('=') == std::string::npos)
            tracked += (tracked.empty() ? "" : ",") + item;
        else if (!item.ends_with("=-1"))
            report_untracked(word, name, reading);
    }
    apply(tracked, target, word, reading);
}

void set_one_limit(TresLimits& target,
                   std::size_t tres,
                   SacctmgrWord const& word,
                   AccountingReading& reading) {
    apply(
        fmt::format("{}={}", reading.tres->name(tres), takes_away(word.value) ? "-1" : word.value),
        target,
        word,
        reading);
}

void set_number(std::int64_t& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (takes_away(word.value))
        target = 0;
    else if (auto const value = whole(word.value))
        target = *value;
    else
        complain(word, "a whole number", reading);
}

void set_real(std::optional<double>& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (takes_away(word.value))
        target.reset();
    else if (auto const value = real(word.value))
        target = value;
    else
        complain(word, "a number that is not negative", reading);
}

void set_names(std::vector<std::string>& target,
               SacctmgrWord const& word,
               AccountingReading& /*reading*/) {
    target.clear();
    for (std::string const& item : word.items()) {
        // "-1" is no name, and "-low" takes away what the list does not give.
        if (item.starts_with('-')) continue;
        std::string const name = item.substr(item.starts_with('+') ? 1 : 0);
        if (!name.empty() && std::ranges::find(target, name) == target.end())
            target.push_back(name);
    }
}

void set_shares(Association& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (lower(word.value) == "parent") {
        target.shares_of_parent = true;
        target.shares = 1;
    } else if (takes_away(word.value)) {
        target.shares_of_parent = false;
        target.shares = 1;
    } else if (auto const value = whole(word.value)) {
        target.shares_of_parent = false;
        target.shares = *value;
    } else {
        complain(word, "a whole number, or parent", reading);
    }
}

void set_usage_factor(Qos& target, SacctmgrWord const& word, AccountingReading& reading) {
    std::optional<double> value = target.usage_factor;
    set_real(value, word, reading);
    target.usage_factor = value.value_or(1.0);
}

namespace {

/// Seconds as a plain number, or "days-hours:minutes:seconds" as tables show them.
std::optional<std::int64_t> seconds_of(SacctmgrWord const& word, AccountingReading& reading) {
    auto const plain = whole(word.value);
    auto const seconds =
        word.value.find(':') == std::string::npos ? plain : limit_seconds(word.value);
    if (!seconds) complain(word, "seconds, or a time such as 00:05:00", reading);
    return seconds;
}

}  // namespace

void set_grace_time(Qos& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (takes_away(word.value))
        target.grace_seconds = 0;
    else if (auto const seconds = seconds_of(word, reading))
        target.grace_seconds = *seconds;
}

void set_preempt_exempt_time(Qos& target, SacctmgrWord const& word, AccountingReading& reading) {
    if (takes_away(word.value))
        target.preempt_exempt_seconds.reset();
    else if (auto const seconds = seconds_of(word, reading))
        target.preempt_exempt_seconds = seconds;
}

void set_preempt_mode(Qos& target, SacctmgrWord const& word, AccountingReading& reading) {
    target.preempt_mode.reset();
    target.preempt_within = false;
    for (std::string const& item : word.items()) {
        std::string const small = lower(item);
        bool known = small == "cluster" || small == "gang" || small == "-1";
        for (auto const& [name, mode] : enum_names<PreemptMode>) {
            if (name == small) {
                target.preempt_mode = mode;
                known = true;
            }
        }
        if (small == "within")
            target.preempt_within = true;
        else if (small == "checkpoint" || small == "priority")
            reading.unused.insert("PreemptMode " + item + " of a QOS");
        else if (!known)
            complain(word, "cluster, off, cancel, requeue, suspend, within", reading);
    }
}

namespace {

/// The flag with this name in sacctmgr; null if there is none.
struct FlagOf {
    std::string_view name;
    bool QosFlags::*flag = nullptr;

    void operator()(KeyName const& key, bool QosFlags::*member) {
        if (same_word(key.conf, name)) flag = member;
    }
};

}  // namespace

void set_qos_flags(Qos& target, SacctmgrWord const& word, AccountingReading& reading) {
    target.flags = {};
    for (std::string const& item : word.items()) {
        FlagOf of{item};
        KeysOf<QosFlags>::each(of);
        if (of.flag != nullptr)
            target.flags.*of.flag = true;
        else if (item != "-1" && lower(item) != "none")
            reading.unused.insert("QOS flag " + item);
    }
}

}  // namespace clustersim::slurm
