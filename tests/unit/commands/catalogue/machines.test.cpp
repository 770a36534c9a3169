// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/machines.hpp"

#include "sim/commands/catalogue/known_applications.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>

using namespace clustersim;

TEST_CASE("a library lists its machines and applications", "[study][unit]") {
    auto const machines = known_machines(shipped_library());
    REQUIRE(machines.answer.has_value());
    CHECK_FALSE(machines.problems.has_errors());
    CHECK(std::ranges::any_of(*machines.answer, [](LoadedSystem const& machine) {
        return machine.system.name == "karolina";
    }));
    auto const applications = known_applications(shipped_library());
    REQUIRE(applications.answer.has_value());
    CHECK_FALSE(applications.answer->empty());
}

TEST_CASE("a folder without machines is a problem", "[study][unit]") {
    ScratchFolder const folder;
    Library library = shipped_library();
    library.systems = folder.path();
    auto const machines = known_machines(library);
    CHECK_FALSE(machines.answer.has_value());
    CHECK(machines.problems.has_errors());
}

TEST_CASE("a file of the catalogue is checked as what it is", "[study][unit]") {
    auto const machine = check_machine_file("karolina", shipped_library());
    REQUIRE(machine.answer.has_value());
    CHECK_FALSE(std::get<std::vector<Fact>>(*machine.answer).empty());
    CHECK_FALSE(check_machine_file("no-such-machine", shipped_library()).answer.has_value());
    CHECK(known_application("llama-7b", shipped_library()));
    CHECK_FALSE(known_application("no-such-application", shipped_library()));
}
