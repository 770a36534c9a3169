// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/machines.hpp"

#include "sim/commands/catalogue/known_applications.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>
#include <fstream>

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

TEST_CASE("facts that were checked more than a year ago are remarked on, and nothing fails",
          "[study][unit]") {
    auto const soon = check_machine_file("lumi", *parse_date("2026-12-01"), shipped_library());
    CHECK(soon.remarks.empty());
    auto const late = check_machine_file("lumi", *parse_date("2030-01-01"), shipped_library());
    REQUIRE(late.remarks.size() == 1);
    CHECK(late.remarks.front().find("more than a year ago") != std::string::npos);
    CHECK(late.answer.has_value());
    CHECK_FALSE(late.problems.has_errors());
}

TEST_CASE("a successor is a machine of the catalogue, and another one", "[study][unit]") {
    ScratchFolder const folder;
    auto const with_successor = [&](std::string const& name) {
        std::string const file = (folder.path() / "old.yaml").string();
        std::ofstream(file) << "schema: clustersim/system/1\nextends: karolina\nname: old\n"
                               "sources: {D: its pages}\n"
                               "closed: {value: 2026-01-31, source: D, confidence: docs}\n"
                               "successor: "
                            << name << "\n";
        return check_machine_file(file, Date{}, shipped_library());
    };
    CHECK(with_successor("lumi").answer.has_value());
    for (char const* wrong : {"lumii", "old"}) {
        auto const checked = with_successor(wrong);
        CHECK_FALSE(checked.answer.has_value());
        REQUIRE(checked.problems.items().size() == 1);
        CHECK(checked.problems.items().front().code == Code::unknown_name);
        CHECK(checked.problems.items().front().where.line == 6);
    }
}

TEST_CASE("a file of the catalogue is checked as what it is", "[study][unit]") {
    auto const machine = check_machine_file("karolina", Date{}, shipped_library());
    REQUIRE(machine.answer.has_value());
    CHECK_FALSE(std::get<std::vector<Fact>>(*machine.answer).empty());
    CHECK_FALSE(
        check_machine_file("no-such-machine", Date{}, shipped_library()).answer.has_value());
    CHECK(known_application("llama-7b", shipped_library()));
    CHECK_FALSE(known_application("no-such-application", shipped_library()));
}
