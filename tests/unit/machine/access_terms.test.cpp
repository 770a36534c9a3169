// SPDX-License-Identifier: Apache-2.0
#include "models/machine/access_terms.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

namespace {

/// The terms of mode `m` of the part S.
AccessTerms terms_in(std::string const& part) {
    std::string const text = small_machine + "access:\n  S: " + part + "\n";
    auto const system = read_machine(text);
    REQUIRE(system);
    return access_terms(*parse_yaml(text, "small.yaml"), system->access.front());
}

std::string problem_of(std::string const& mode) {
    return only_problem(small_machine + "access:\n  S: {m: {gpu_hours: 1, " + mode + "}}\n");
}

}  // namespace

TEST_CASE("an access mode says who may apply, when, and by which rules", "[machine][unit]") {
    AccessTerms const terms = terms_in(
        "{rules: {half: {kind: spend_or_lose, after_months: 6, used: 0.4, cut_to: 0.6}}, "
        "m: {gpu_hours: 1, purposes: [scaling], applicants: [sme, company], countries: [DK], "
        "extension: {months: 3, share: 0.1}, "
        "cut_offs: {days: [2026-03-30, 2026-09-04], days_to_start: 133, as_of: 2026-08}, "
        "rules: {talk: {kind: work_share, work: inference, most: 0.1}, "
        "month: {kind: monthly_limit, gpu_hours: 28800}}}}");
    CHECK(terms.purposes == std::vector{AccessPurpose::scaling});
    CHECK(terms.applicants == std::vector{Applicant::sme, Applicant::company});
    CHECK(terms.countries == std::vector<std::string>{"DK"});
    CHECK(terms.extension->months == 3);
    CHECK(terms.cut_offs->days[1] == *parse_date("2026-09-04"));
    CHECK(terms.cut_offs->as_of == "2026-08");
    REQUIRE(terms.rules.size() == 3);
    CHECK(rule_text(terms.rules[0]) == "40 % used after 6 months, or the grant is cut to 60 %");
    CHECK(rule_text(terms.rules[1]) == "at most 10 % of the grant for inference");
    CHECK(rule_text(terms.rules[2]) == "at most 28,800 GPU-h a month");
}

TEST_CASE("a proof of scaling names partitions of the machine", "[machine][unit]") {
    CHECK(problem_of("rules: {p: {kind: scaling_proof, partitions: [gpux]}}") == "CS0108:42");
    AccessTerms const terms = terms_in(
        "{m: {gpu_hours: 1, rules: {p: {kind: scaling_proof, above_nodes: 6, efficiency: 0.75}}}}");
    CHECK(rule_text(terms.rules.front()) ==
          "3 node counts with a parallel efficiency of 75 % for more than 6 nodes");
}

TEST_CASE("wrong terms of an access mode are told with their place", "[machine][unit]") {
    CHECK(problem_of("purposes: [fun]") == "CS0108:42");
    CHECK(problem_of("countries: [Denmark]") == "CS0105:42");
    CHECK(problem_of("cut_offs: {days: [2026-02-30], as_of: 2026-08}") == "CS0105:42");
    CHECK(problem_of("cut_offs: {days: [2026-02-28], always: true, as_of: 2026-08}") ==
          "CS0110:42");
    CHECK(problem_of("cut_offs: {always: true, as_of: last summer}") == "CS0105:42");
    CHECK(problem_of("rules: {r: {kind: luck}}") == "CS0108:42");
    CHECK(problem_of("rules: {r: {kind: spend_or_lose, after_months: 6}}") == "CS0104:42");
    CHECK(problem_of("rules: {r: {kind: monthly_limit}}") == "CS0110:42");
    CHECK(problem_of("rules: {r: {kind: work_share, work: inference, most: 2}}") == "CS0107:42");
}
