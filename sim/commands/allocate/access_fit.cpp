// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/access_fit.hpp"

#include "sim/core/enum_names.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

template <class Value>
bool has(std::vector<Value> const& list, Value const& value) {
    return std::ranges::find(list, value) != list.end();
}

template <class Enum>
std::string words_of(std::vector<Enum> const& values) {
    std::vector<std::string_view> words;
    for (Enum const value : values) words.push_back(enum_name(value));
    return fmt::format("{}", fmt::join(words, ", "));
}

bool is_firm(Applicant applicant) {
    return applicant == Applicant::sme || applicant == Applicant::company;
}

/// A mode that names its applicants only in a sentence is not for researchers.
bool admits(AccessMode const& mode, AccessTerms const& terms, Applicant applicant) {
    if (!terms.applicants.empty()) return has(terms.applicants, applicant);
    return mode.audience.empty() || is_firm(applicant);
}

/// A mode that says what it is for only in a sentence is not for production.
bool is_for(AccessMode const& mode, AccessTerms const& terms, AccessPurpose purpose) {
    if (!terms.purposes.empty()) return has(terms.purposes, purpose);
    return mode.purpose.empty() || purpose != AccessPurpose::production;
}

/// One mode of one machine.
struct Offer {
    std::string system;
    AccessMode const* mode = nullptr;
    AccessTerms const* terms = nullptr;
    [[nodiscard]] int longest() const {
        return mode->months.empty() ? 0 : std::ranges::max(mode->months);
    }
};

std::vector<Offer> offers_of(StageRuns const& runs, AccessBook const& book) {
    std::vector<Offer> offers;
    std::set<std::string> seen;
    for (ResolvedRun const& run : runs.runs)
        for (AccessMode const& mode : run.place.access)
            if (seen.insert(run.place.system + " " + mode.partition_group + " " + mode.name).second)
                offers.push_back(
                    {run.place.system, &mode, &terms_of(book, run.place.system, mode)});
    return offers;
}

/// "development, regular": the names of the offers that pass a test.
std::string names_of(std::vector<Offer> const& offers, auto&& test) {
    std::set<std::string> names;
    for (Offer const& offer : offers)
        if (test(offer)) names.insert(offer.mode->name);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string longest_text(Offer const& offer) {
    std::string out = fmt::format("{} (at most {} months", offer.mode->name, offer.longest());
    if (offer.terms->extension)
        out += fmt::format(", and {} on a report", offer.terms->extension->months);
    return out + ")";
}

Diagnostic
none_offers(Project const& project, StageRuns const& runs, std::vector<Offer> const& offers) {
    std::set<std::string> names;
    for (Offer const& offer : offers) names.insert(offer.mode->name);
    std::set<std::string> systems;
    for (ResolvedRun const& run : runs.runs) systems.insert(run.place.system);
    std::vector<std::string> const known(names.begin(), names.end());
    Diagnostic d = problem_at(project.access_place,
                              Code::unknown_name,
                              fmt::format("no access mode \"{}\" on the nodes of {}",
                                          project.access,
                                          fmt::join(systems, ", ")));
    if (!known.empty()) d.expected = fmt::format("{}", fmt::join(known, ", "));
    d.help = known.empty() ? "a `budget` instead: the file of the machine has no access modes"
                           : did_you_mean(project.access, known);
    return d;
}

Diagnostic
fits_none(Project const& project, std::vector<Offer> const& asked, std::vector<Offer> const& all) {
    Diagnostic d = problem_at(
        project.access_place,
        Code::inconsistent,
        fmt::format(
            "{} {}", project.access, misfit(project, *asked.front().mode, *asked.front().terms)));
    std::string const others = names_of(
        all, [&](Offer const& offer) { return suits(project, *offer.mode, *offer.terms); });
    d.help = others.empty() ? "no mode of these machines suits the project"
                            : "modes for this project: " + others;
    return d;
}

/// An error if the grant is to last longer than any of the possible modes.
std::optional<Diagnostic> too_short(Project const& project,
                                    std::vector<Offer> const& possible,
                                    std::vector<Offer> const& all) {
    bool const none = project.months && !possible.empty() &&
                      std::ranges::all_of(possible, [&](Offer const& offer) {
                          return offer.longest() > 0 && offer.longest() < *project.months;
                      });
    if (!none) return std::nullopt;
    Offer const& longest = *std::ranges::max_element(possible, {}, &Offer::longest);
    Diagnostic d = problem_at(project.months_place,
                              Code::out_of_range,
                              fmt::format("no grant of {} months: {} lasts the longest",
                                          *project.months,
                                          longest_text(longest)));
    std::string const others = names_of(all, [&](Offer const& offer) {
        return misfit(project, *offer.mode, *offer.terms).empty() &&
               offer.longest() >= *project.months;
    });
    d.help = others.empty() ? "split it into two applications, one after the other"
                            : "modes that last as long: " + others;
    return d;
}

}  // namespace

std::string misfit(Project const& project, AccessMode const& mode, AccessTerms const& terms) {
    std::vector<std::string> reasons;
    if (!admits(mode, terms, project.applicant))
        reasons.push_back(
            fmt::format("is for {}, but the project's `applicant` is {}",
                        terms.applicants.empty() ? mode.audience : words_of(terms.applicants),
                        enum_name(project.applicant)));
    if (!terms.countries.empty() && !project.country.empty() &&
        !has(terms.countries, project.country))
        reasons.push_back(
            fmt::format("is for applicants from {}, but the project's `country` is {}",
                        fmt::join(terms.countries, ", "),
                        project.country));
    if (project.purpose && !is_for(mode, terms, *project.purpose))
        reasons.push_back(
            fmt::format("is for {}, but the project's `purpose` is {}",
                        mode.purpose.empty() ? words_of(terms.purposes) : mode.purpose,
                        enum_name(*project.purpose)));
    if (!terms.not_offered.empty())
        reasons.push_back(fmt::format("was not on offer here in {}", terms.not_offered));
    return fmt::format("{}", fmt::join(reasons, "; it "));
}

bool suits(Project const& project, AccessMode const& mode, AccessTerms const& terms) {
    // The main mode of a national machine is offered to those who state no country.
    bool const from_there = terms.countries.empty() || has(terms.countries, project.country) ||
                            (project.country.empty() && mode.audience.empty());
    return terms.not_offered.empty() && from_there && admits(mode, terms, project.applicant) &&
           is_for(mode, terms, project.purpose.value_or(AccessPurpose::production));
}

std::optional<AccessShare> smallest_of(std::span<AccessShare const> suiting) {
    auto const least = [](AccessShare const& one) {
        AccessMode const& mode = *one.mode;
        if (mode.minimum_gpu_hours) return mode.minimum_gpu_hours->value;
        return mode.minimum ? mode.minimum->value : 0.0;
    };
    std::optional<AccessShare> found;
    for (bool const may_be_too_little : {false, true}) {
        for (AccessShare const& one : suiting) {
            if (one.too_much || (one.too_little && !may_be_too_little)) continue;
            double const share = one.share.value_or(0.0);
            double const best = found ? found->share.value_or(0.0) : -1.0;
            if (share > best || (share == best && least(one) < least(*found))) found = one;
        }
        if (found) break;
    }
    return found;
}

Diagnostics
check_asked_mode(Project const& project, StageRuns const& runs, AccessBook const& book) {
    Diagnostics problems;
    if (runs.runs.empty()) return problems;
    std::vector<Offer> const all = offers_of(runs, book);
    std::vector<Offer> asked;
    std::ranges::copy_if(all, std::back_inserter(asked), [&](Offer const& offer) {
        return offer.mode->name == project.access;
    });
    if (!project.access.empty() && asked.empty()) problems.add(none_offers(project, runs, all));
    bool const fits = std::ranges::any_of(asked, [&](Offer const& offer) {
        return misfit(project, *offer.mode, *offer.terms).empty();
    });
    if (!asked.empty() && !fits) problems.add(fits_none(project, asked, all));
    auto const possible = project.access.empty() ? all : asked;
    if (auto short_one = too_short(project, possible, all)) problems.add(std::move(*short_one));
    return problems;
}

}  // namespace clustersim
