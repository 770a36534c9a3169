// SPDX-License-Identifier: Apache-2.0
#include "models/machine/catalogue.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

Catalogue const shipped_machines{std::string(PROJECT_DIR) + "/systems"};
std::string const fixtures = std::string(PROJECT_DIR) + "/tests/fixtures/system/";

}  // namespace

TEST_CASE("the catalogue knows machines by the names of their files", "[machine][unit]") {
    std::vector<std::string> files;
    for (auto const& file : std::filesystem::directory_iterator(PROJECT_DIR "/systems"))
        if (file.path().extension() == ".yaml") files.push_back(file.path().stem().string());
    std::ranges::sort(files);
    REQUIRE_FALSE(files.empty());
    CHECK(shipped_machines.names() == files);
    auto const leonardo = shipped_machines.load("leonardo");
    REQUIRE(leonardo);
    CHECK(leonardo->system.title == "Leonardo");
    CHECK(leonardo->accelerators.contains("a100-sxm4-64"));
}

TEST_CASE("a machine is also known by its nicknames, in any case", "[machine][unit]") {
    for (auto const& [word, name] : {std::pair{"mn5", "marenostrum5"},
                                     std::pair{"jup", "jupiter"},
                                     std::pair{"leo", "leonardo"},
                                     std::pair{"MN5", "marenostrum5"},
                                     std::pair{"LUMI", "lumi"}}) {
        auto const found = shipped_machines.load(word);
        REQUIRE(found);
        CHECK(found->system.name == name);
    }
}

TEST_CASE("no two machines share a nickname", "[machine][unit]") {
    std::vector<std::string> words = shipped_machines.names();
    for (std::string const& name : shipped_machines.names()) {
        auto const document = read_yaml(*shipped_machines.find(name, {}));
        REQUIRE(document);
        REQUIRE(document->find("nicknames"));
        for (ConfigNode const& word : document->find("nicknames")->items)
            words.push_back(word.scalar);
    }
    std::ranges::sort(words);
    CHECK(std::ranges::adjacent_find(words) == words.end());
}

TEST_CASE("an unknown machine gives an error with the nearest name", "[machine][unit]") {
    auto const wrong = shipped_machines.load("leonado");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().fault() == Fault::invalid);
    CHECK(to_text(wrong.error()).find("did you mean \"leonardo\"?") != std::string::npos);
}

TEST_CASE("an empty folder is an input error, not a missing name", "[machine][unit]") {
    auto const none = Catalogue("/nonexistent").load("lumi");
    REQUIRE_FALSE(none);
    CHECK(none.error().fault() == Fault::io);
}

TEST_CASE("a path loads any machine's file, relative to the folder that names it",
          "[machine][unit]") {
    CHECK(shipped_machines.load(fixtures + "good/minimal.yaml"));
    CHECK(shipped_machines.load("minimal.yaml", fixtures + "good"));
    auto const missing = shipped_machines.load("no-such.yaml", fixtures);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().fault() == Fault::io);
}

TEST_CASE("a machine that extends another inherits missing values and keeps its own sources",
          "[machine][unit]") {
    auto const half = shipped_machines.load(fixtures + "good/extends-by-name.yaml");
    REQUIRE(half);
    CHECK(half->system.name == "half-leonardo");
    CHECK(half->system.node_types.at("booster").nodes == 1728);
    CHECK(half->system.node_types.at("dcgp").nodes == 1536);
    CHECK(half->system.default_partition().qos.size() == 4);
    for (Fact const& fact : facts_of(half->document)) {
        if (fact.path == "node_types.booster.nodes") CHECK(fact.confidence == "estimate");
        if (fact.path == "node_types.dcgp.nodes") CHECK(fact.confidence == "seed");
    }
}

TEST_CASE("facts of a machine include those of its accelerators under their names",
          "[machine][unit]") {
    auto const lumi = shipped_machines.load("lumi");
    REQUIRE(lumi);
    std::vector<Fact> const facts = facts_of(*lumi);
    auto const found = std::find_if(facts.begin(), facts.end(), [](Fact const& fact) {
        return fact.path == "accelerators.mi250x-gcd.memory_bandwidth";
    });
    REQUIRE(found != facts.end());
    CHECK(found->value == "1638 GB/s");
    CHECK(found->citation == "AMD Instinct MI250X data sheet, halved");
}
