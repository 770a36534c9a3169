// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/fruitless_searches.hpp"

#include "sim/slurm/controller/job_spec.hpp"
#include "tests/support/catch.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

SearchTerms sought_by(std::uint32_t slot) {
    auto spec = std::make_shared<JobSpec>();
    spec->choices.emplace_back().nodes.emplace_back(4, true);
    SearchTerms terms;
    terms.record.slot = JobSlot{slot};
    terms.spec = spec;
    terms.length = Minutes{60};
    terms.start_limit = Minutes{60};
    return terms;
}

SearchFinding no_start() {
    SearchFinding finding;
    finding.kind = SearchFinding::Kind::nowhere;
    finding.tested = true;
    return finding;
}

/// Changes the only choice of the job.
void change_choice(SearchTerms& terms, std::function<void(PartitionChoice&)> const& change) {
    auto spec = std::make_shared<JobSpec>(*terms.spec);
    change(spec->choices.front());
    terms.spec = spec;
}

}  // namespace

TEST_CASE("a search is known to be fruitless if an equal one was", "[slurm_controller][unit]") {
    FruitlessSearches searches;
    searches.add(sought_by(1), false, no_start());
    auto const* known = searches.find(sought_by(2), false);
    REQUIRE(known != nullptr);
    CHECK(known->kind == SearchFinding::Kind::nowhere);
    CHECK(known->tested);
    CHECK(searches.spared() == 1);

    CHECK(searches.find(sought_by(2), true) == nullptr);
    std::vector<std::function<void(SearchTerms&)>> const changes = {
        [](SearchTerms& terms) { terms.length = Minutes{59}; },
        [](SearchTerms& terms) { terms.start_limit = Minutes{61}; },
        [](SearchTerms& terms) { terms.no_reserve = true; },
        [](SearchTerms& terms) { terms.record.nodes = 2; },
        [](SearchTerms& terms) { terms.record.reservation.emplace(); },
        [](SearchTerms& terms) { terms.request.min_nodes = 2; },
        [](SearchTerms& terms) { terms.request.gres.emplace_back().name = "gpu"; },
        [](SearchTerms& terms) {
            change_choice(terms, [](PartitionChoice& choice) { choice.nodes.front().erase(1); });
        },
        [](SearchTerms& terms) {
            change_choice(terms, [](PartitionChoice& choice) { choice.counted.emplace_back(); });
        },
    };
    for (auto const& change : changes) {
        auto terms = sought_by(2);
        change(terms);
        CHECK(searches.find(terms, false) == nullptr);
    }

    searches.clear();
    CHECK(searches.find(sought_by(1), false) == nullptr);
}

TEST_CASE("only a search without a start is fruitless", "[slurm_controller][unit]") {
    FruitlessSearches searches;
    using enum SearchFinding::Kind;
    for (auto const kind : {nothing, now, estimate, beyond_plan, promise}) {
        auto finding = no_start();
        finding.kind = kind;
        searches.add(sought_by(1), false, finding);
    }
    CHECK(searches.find(sought_by(1), false) == nullptr);
}
