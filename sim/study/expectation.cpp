// SPDX-License-Identifier: Apache-2.0
#include "sim/study/expectation.hpp"

#include "sim/config/reader.hpp"
#include "sim/study/expectation_words.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/starts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

std::optional<double> read_bound(Reader& reader, std::string_view key, Metric const* metric) {
    // Metrics with a dimension are bounded by texts with a unit, the others by plain numbers.
    if (metric != nullptr && metric->dimension()) {
        if (auto const text = reader.optional_text(key)) {
            auto const si = parse_quantity(*text, *metric->dimension());
            if (si) return *si;
            Diagnostic& d =
                reader.complain(key, Code::wrong_unit, fmt::format("\"{}\": {}", key, si.error()));
            d.expected = describe(*metric->dimension());
        }
        return std::nullopt;
    }
    return reader.optional_number(key);
}

Expectation read_expectation(Reader& reader) {
    Expectation expectation;
    expectation.place = reader.node();
    std::vector<std::string> names;
    for (Metric const& metric : metrics()) names.emplace_back(metric.name);
    reader.require("metric");
    auto const at = reader.choice("metric", names);
    Metric const* metric = at ? &metrics()[*at] : nullptr;
    if (metric != nullptr) expectation.metric = metric->name;
    expectation.job = reader.optional_text("job");
    if (auto where = reader.optional_child("where")) {
        for (ConfigNode::Entry const& entry : where->node().entries)
            if (auto value = where->optional_text(entry.key)) expectation.where[entry.key] = *value;
    }
    constexpr std::array<std::pair<std::string_view, Expectation::Run>, 2> ends{
        {{"first", Expectation::Run::first}, {"last", Expectation::Run::last}}};
    expectation.run =
        reader.optional_one_of<Expectation::Run>("run", ends).value_or(Expectation::Run::any);
    expectation.at_least = read_bound(reader, "at-least", metric);
    expectation.at_most = read_bound(reader, "at-most", metric);
    expectation.reason = reader.optional_text("reason");
    if (!reader.has("at-least") && !reader.has("at-most")) {
        reader.complain("metric", Code::missing_key, "the expectation has no bound").help =
            "add `at-least`, `at-most` or both";
    }
    if (expectation.at_least && expectation.at_most &&
        *expectation.at_least > *expectation.at_most) {
        reader
            .complain("at-least",
                      Code::inconsistent,
                      fmt::format("no value is at least {} and at most {}",
                                  reader.raw("at-least")->scalar,
                                  reader.raw("at-most")->scalar))
            .help = "exchange the two";
    }
    reader.finish();
    return expectation;
}

/// Sweep keys may be given whole ("jobs.train.nodes") or by their last part ("nodes").
bool selects(Expectation const& expectation, RunAnswer const& run) {
    return std::ranges::all_of(
        expectation.where,
        [&](auto const& wanted) {
            return std::ranges::any_of(
                run.settings,
                [&](auto const& setting) {
                    auto const& [key, value] = setting;
                    return value == wanted.second &&
                           (key == wanted.first || key.ends_with("." + wanted.first));
                });
        });
}

Diagnostic unmet(Expectation const& expectation, std::string message) {
    return problem_at(expectation.place, Code::unmet_expectation, std::move(message));
}

bool is_wanted_end(Expectation::Run wanted, RunAnswer const& run, Study const& study) {
    if (wanted == Expectation::Run::any) return true;
    return &run == (wanted == Expectation::Run::first ? &study.runs.front() : &study.runs.back());
}

void check_one(Expectation const& expectation,
               RunAnswer const& run,
               JobOutcome const& outcome,
               Diagnostics& out) {
    Metric const& metric = metric_named(expectation.metric);
    std::string const who =
        fmt::format("job {}{}{}", outcome.job, run.label.empty() ? "" : " at ", run.label);
    auto const value = metric.value(outcome);
    if (!value) {
        Diagnostic& d = out.add(unmet(expectation, fmt::format("{} has no {}", who, metric.name)));
        Starts const starts = starts_of(outcome);
        if (!starts.always_started()) d.help = fmt::format("it {}", never_started_text(starts));
        return;
    }
    auto const complain = [&](BrokenBound broken, double bound) {
        Diagnostic& d = out.add(
            unmet(expectation,
                  fmt::format("{}: {}", who, broken_bound_text(metric, *value, broken, bound))));
        d.help = expectation.reason.value_or("");
    };
    if (expectation.at_least && *value < *expectation.at_least)
        complain(BrokenBound::at_least, *expectation.at_least);
    if (expectation.at_most && *value > *expectation.at_most)
        complain(BrokenBound::at_most, *expectation.at_most);
}

}  // namespace

Result<std::vector<Expectation>> read_expectations(ConfigNode const& document) {
    Diagnostics problems;
    Reader reader(document, problems);
    std::vector<Expectation> expectations;
    for (Reader& item : reader.list("expect")) expectations.push_back(read_expectation(item));
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return expectations;
}

Diagnostics unmet_expectations(Study const& study, std::vector<Expectation> const& expectations) {
    Diagnostics out;
    for (Expectation const& expectation : expectations) {
        bool held_against_something = false;
        for (RunAnswer const& run : study.runs) {
            if (!is_wanted_end(expectation.run, run, study)) continue;
            if (!selects(expectation, run)) continue;
            for (JobOutcome const& outcome : run.outcomes) {
                if (expectation.job && *expectation.job != outcome.job) continue;
                held_against_something = true;
                check_one(expectation, run, outcome, out);
            }
        }
        if (!held_against_something) {
            out.add(unmet(expectation, "this expectation selects no job or variant")).help =
                "in `where`, write sweep keys and values as in `sweep:`";
        }
    }
    return out;
}

}  // namespace clustersim
