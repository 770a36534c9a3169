// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/access_fit.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <set>

using namespace clustersim;

TEST_CASE("the modes for production are those that suit a project that states nothing",
          "[allocate][unit]") {
    Catalogue const machines{shipped_library().systems.string()};
    std::set<bool> seen;
    for (std::string const& name : machines.names()) {
        auto const loaded = machines.load(name);
        REQUIRE(loaded);
        for (AccessMode const& mode : loaded->system.access) {
            INFO(name << " " << mode.partition_group << " " << mode.name);
            AccessTerms const terms = access_terms(loaded->document, mode);
            bool const suiting = suits(Project{}, mode, terms);
            CHECK(suiting == (mode.is_for_production() && terms.not_offered.empty()));
            seen.insert(suiting);
        }
    }
    CHECK(seen.size() == 2);
}
