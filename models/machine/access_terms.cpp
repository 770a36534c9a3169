// SPDX-License-Identifier: Apache-2.0
#include "models/machine/access_terms.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// The kinds of rules that the program can check; their order is that of AccessRule::terms.
enum class RuleKind { spend_or_lose, monthly_limit, scaling_proof, work_share };

SpendOrLose read_spend_or_lose(Reader& reader) {
    SpendOrLose rule;
    rule.after_months = static_cast<int>(reader.integer("after_months", Range::at_least(1, 120)));
    rule.used = reader.number("used", Range{0.0, 1.0, true});
    rule.cut_to = reader.optional_number("cut_to", Range{0.0, 1.0, true});
    return rule;
}

MonthlyLimit read_monthly_limit(Reader& reader) {
    MonthlyLimit rule;
    if (auto const hours = reader.optional_number("node_hours", Range::positive(1e9)))
        rule.node_hours = NodeHours{*hours};
    if (auto const hours = reader.optional_number("gpu_hours", Range::positive(1e9)))
        rule.gpu_hours = GpuHours{*hours};
    if (rule.node_hours.has_value() == rule.gpu_hours.has_value())
        reader
            .complain(
                "gpu_hours", Code::inconsistent, "a monthly limit is in node-hours or in GPU-hours")
            .expected = "one of `node_hours` and `gpu_hours`";
    return rule;
}

ScalingProof read_scaling_proof(Reader& reader) {
    ScalingProof rule;
    rule.partitions = reader.text_list("partitions");
    auto const whole = [&](char const* key, double least, double most, int fallback) {
        return static_cast<int>(
            reader.optional_integer(key, Range::at_least(least, most)).value_or(fallback));
    };
    rule.above_nodes = whole("above_nodes", 1, 1e6, 0);
    rule.above_gpus = whole("above_gpus", 1, 1e6, 0);
    rule.node_counts = whole("node_counts", 2, 20, rule.node_counts);
    rule.efficiency = reader.optional_number("efficiency", Range{0.0, 1.0, true});
    rule.evidence = reader.text_list("evidence");
    return rule;
}

WorkShare read_work_share(Reader& reader) {
    WorkShare rule;
    rule.work = reader.one_of<WorkKind>("work");
    rule.most = reader.number("most", Range{0.0, 1.0, true});
    return rule;
}

AccessRule read_rule(Reader& reader, std::string name) {
    AccessRule rule;
    rule.name = std::move(name);
    auto const kind = reader.optional_one_of<RuleKind>("kind");
    if (!reader.has("kind")) reader.require("kind");
    if (!kind) return rule;  // its other keys belong to the kind
    switch (*kind) {
        case RuleKind::spend_or_lose: rule.terms = read_spend_or_lose(reader); break;
        case RuleKind::monthly_limit: rule.terms = read_monthly_limit(reader); break;
        case RuleKind::scaling_proof: rule.terms = read_scaling_proof(reader); break;
        case RuleKind::work_share: rule.terms = read_work_share(reader); break;
    }
    reader.finish();
    return rule;
}

/// A day, or a month as "2026-08".
bool is_day_or_month(std::string const& text) {
    return parse_date(text) || parse_date(text + "-01");
}

std::vector<Date> read_days(Reader& reader, char const* key) {
    std::vector<Date> days;
    for (std::string const& text : reader.text_list(key)) {
        if (auto const day = parse_date(text))
            days.push_back(*day);
        else
            reader.complain(key, Code::wrong_type, fmt::format("\"{}\" is not a day", text))
                .expected = "days such as 2027-03-01";
    }
    return days;
}

/// A list of words of an enumeration; unknown ones are reported and left out.
template <class Enum>
std::vector<Enum> read_words(Reader& reader, std::string_view key) {
    std::vector<std::string> known;
    for (auto const& [word, value] : enum_names<Enum>) known.emplace_back(word);
    std::vector<Enum> out;
    for (std::string const& given : reader.text_list(key)) {
        auto const at = std::ranges::find(known, given);
        if (at != known.end()) {
            out.push_back(enum_names<Enum>[static_cast<std::size_t>(at - known.begin())].second);
            continue;
        }
        Diagnostic& d = reader.complain(
            key, Code::unknown_name, fmt::format("unknown word \"{}\" in \"{}\"", given, key));
        d.expected = fmt::format("{}", fmt::join(known, ", "));
        d.help = did_you_mean(given, known);
    }
    return out;
}

std::vector<std::string> read_countries(Reader& reader) {
    std::vector<std::string> countries = reader.text_list("countries");
    for (std::string const& country : countries) {
        bool const is_code = country.size() == 2 && std::ranges::all_of(country, [](char c) {
                                 return c >= 'A' && c <= 'Z';
                             });
        if (is_code) continue;
        reader
            .complain("countries",
                      Code::wrong_type,
                      fmt::format("\"{}\" is not the code of a country", country))
            .expected = "two capital letters, such as DK";
    }
    return countries;
}

std::optional<Extension> read_extension(Reader& reader) {
    auto extension = reader.optional_child("extension");
    if (!extension) return std::nullopt;
    Extension out;
    out.months = static_cast<int>(extension->integer("months", Range::at_least(1, 120)));
    out.share = extension->number("share", Range::at_least(0.0, 10.0));
    extension->finish();
    return out;
}

/// Complains unless the text at this key says when something was known.
void check_time_known(Reader& reader, char const* key, std::string const& text) {
    if (!reader.has(key) || is_day_or_month(text)) return;
    reader.complain(key, Code::wrong_type, fmt::format("\"{}\" is not a day or month", text))
        .expected = "when this was known, such as 2026-08 or 2026-08-21";
}

std::optional<CutOffs> read_cut_offs(Reader& reader) {
    auto given = reader.optional_child("cut_offs");
    if (!given) return std::nullopt;
    CutOffs out;
    out.days = read_days(*given, "days");
    for (std::int64_t const day : given->integer_list("month_days", Range::at_least(1, 28)))
        out.month_days.push_back(static_cast<int>(day));
    out.always = given->flag("always", false);
    out.days_to_start = given->optional_number("days_to_start", Range::at_least(0.0, 1000.0));
    out.as_of = given->text("as_of");
    check_time_known(*given, "as_of", out.as_of);
    int const ways = int{!out.days.empty()} + int{!out.month_days.empty()} + int{out.always};
    bool const gives_any = given->has("days") || given->has("month_days") || given->has("always");
    if (ways > 1 || !gives_any)
        given->complain("days", Code::inconsistent, "cut-offs are given in one way").expected =
            "one of `days`, `month_days` and `always: true`";
    given->finish();
    return out;
}

}  // namespace

std::vector<AccessRule> read_access_rules(Reader& reader) {
    std::vector<AccessRule> rules;
    for (auto& [name, rule] : reader.named_children("rules"))
        rules.push_back(read_rule(rule, name));
    return rules;
}

AccessTerms read_access_terms(Reader& mode) {
    AccessTerms terms;
    terms.purposes = read_words<AccessPurpose>(mode, "purposes");
    terms.applicants = read_words<Applicant>(mode, "applicants");
    terms.countries = read_countries(mode);
    terms.extension = read_extension(mode);
    terms.cut_offs = read_cut_offs(mode);
    terms.not_offered = mode.optional_text("not_offered").value_or("");
    check_time_known(mode, "not_offered", terms.not_offered);
    terms.rules = read_access_rules(mode);
    return terms;
}

AccessTerms access_terms(ConfigNode const& machine, AccessMode const& mode) {
    Diagnostics ignored;  // the document was checked when the machine was read
    ConfigNode const& part = *machine.find("access")->find(mode.partition_group);
    Reader of_mode(*part.find(mode.name), ignored, Reader::Style::annotated);
    Reader of_part(part, ignored, Reader::Style::annotated);
    AccessTerms terms = read_access_terms(of_mode);
    std::vector<AccessRule> const rules = read_access_rules(of_part);
    terms.rules.insert(terms.rules.begin(), rules.begin(), rules.end());
    return terms;
}

}  // namespace clustersim
