// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/typical_background.hpp"

#include "sim/config/yaml_text.hpp"
#include "sim/workload/loop_users.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

std::string const job = "jobs: {a: {runtime: 1 h}}\n";

BackgroundSpec settled(std::string const& text) {
    auto const runs = resolve(job + text);
    if (!runs) INFO(to_text(runs.error()));
    REQUIRE(runs);
    REQUIRE(runs->front().mix != nullptr);
    return runs->front().scenario.background;
}

}  // namespace

TEST_CASE("the typical background is that of the partition", "[scenario][unit]") {
    BackgroundSpec const backlog = settled("system: lumi\nbackground: {mix: typical}\n");
    CHECK(backlog.mix == "blue-waters-gpu");
    REQUIRE(backlog.backlog);
    CHECK(backlog.backlog->is_range());
    CHECK(backlog.basis == "no evidence: range of comparable machines");
    BackgroundSpec const stated = settled("system: berzelius\nbackground: {mix: typical}\n");
    REQUIRE(stated.backlog);
    CHECK(*stated.backlog == Backlog::exactly(seconds(4.0 * 3600.0)));
    CHECK(stated.basis == "estimate of the machine file");
    BackgroundSpec const load =
        settled("system: deucalion\npartition: normal-arm\nbackground: {mix: typical}\n");
    CHECK(load.mix == "archer2");
    CHECK_FALSE(load.backlog);
    CHECK(load.load == 0.6);
}

TEST_CASE("a scenario may replace the typical backlog and load", "[scenario][unit]") {
    CHECK(settled("system: lumi\nbackground: {mix: typical, backlog: 3 h}\n").backlog ==
          Backlog::exactly(seconds(3.0 * 3600.0)));
    BackgroundSpec const load = settled("system: lumi\nbackground: {mix: typical, load: 0.5}\n");
    CHECK_FALSE(load.backlog);
    CHECK(load.load == 0.5);
}

TEST_CASE("a range of three backlogs is a third of the replicates each", "[scenario][unit]") {
    BackgroundSpec const range = settled(
        "system: lumi\nbackground: {mix: curie, backlog: {short: 2 h, usual: 6 h, long: 1 d}}\n");
    REQUIRE(range.backlog);
    CHECK(range.backlog->of(length_of(0)) == seconds(6.0 * 3600.0));
    CHECK(range.backlog->of(length_of(1)) == seconds(2.0 * 3600.0));
    CHECK(range.backlog->of(length_of(2)) == seconds(86400.0));
    CHECK(length_of(3) == length_of(0));
    Diagnostic const mixed_up = first_problem(
        job +
        "system: lumi\nbackground: {mix: curie, backlog: {short: 7 h, usual: 6 h, long: 1 d}}\n");
    CHECK(mixed_up.message == "the usual backlog is not between the short and the long one");
}

TEST_CASE("recorded waits and a stated backlog or load are too much", "[scenario][unit]") {
    std::string const start = job + "system: lumi\nbackground: {mix: typical, evidence: w.yaml, ";
    CHECK(first_problem(start + "backlog: 3 h}\n").message ==
          "both `backlog` and `evidence` say how much work waits");
    CHECK(first_problem(job + "system: lumi\nbackground: {mix: typical, evidence: nowhere.yaml}\n")
              .where.file.find("nowhere.yaml") != std::string::npos);
}

TEST_CASE("a result stores the background that was used", "[scenario][unit]") {
    for (std::string const own : {"", ", backlog: 3 h", ", load: 0.5"}) {
        auto const runs = resolve(job + "system: lumi\nbackground: {mix: typical" + own + "}\n");
        REQUIRE(runs);
        ConfigNode stored = runs->front().variant.document;
        CHECK(stored.find("background")->find("mix")->scalar == "blue-waters-gpu");
        // Read back, a value is no default any more.
        auto const again = resolve_all(
            {Variant{.settings = {}, .document = *parse_yaml(to_yaml(stored), "run.json")}},
            shipped_library());
        REQUIRE(again);
        BackgroundSpec const& first = runs->front().scenario.background;
        BackgroundSpec const& second = again->front().scenario.background;
        CHECK(second.mix == first.mix);
        CHECK(second.backlog == first.backlog);
        CHECK(second.load == first.load);
    }
}

TEST_CASE("the dry run names the source of the typical background", "[scenario][unit]") {
    auto const runs = resolve(job + "system: lumi\nbackground: {mix: typical}\n");
    REQUIRE(runs);
    auto const values = settled_background(runs->front());
    REQUIRE(values.size() == 4);
    CHECK(values[0].path == "background.mix");
    CHECK(values[0].text == "blue-waters-gpu");
    CHECK(values[2].path == "background.backlog.usual");
    CHECK(values[2].text == "49 h");
    auto const own = resolve(job + "system: lumi\nbackground: {mix: typical, backlog: 3 h}\n");
    REQUIRE(own);
    CHECK(settled_background(own->front()).size() == 1);
    auto const other = resolve(job + "system: lumi\nbackground: {mix: itp-trace}\n");
    REQUIRE(other);
    CHECK(settled_background(other->front()).empty());
}

TEST_CASE("a partition without a typical background and a policy without users are refused",
          "[scenario][unit]") {
    Diagnostic const none =
        first_problem(job + "system: lumi\npartition: dev-g\nbackground: {mix: typical}\n");
    CHECK(none.message == "lumi names no typical background for partition dev-g");
    CHECK(none.help.find("standard-g, small-g") != std::string::npos);
    CHECK(none.where.line == 6);
    Diagnostic const policy =
        first_problem(job + "system: lumi\nscheduler: easy\nbackground: {mix: typical}\n");
    CHECK(policy.message.starts_with("only `scheduler: slurm` supports users"));
}

TEST_CASE("every partition for production names a typical background that exists",
          "[scenario][unit]") {
    Library const library = shipped_library();
    InputCache inputs(library);
    for (std::string const& name : machine_catalogue(library.systems).names()) {
        auto const machine = inputs.system(name);
        REQUIRE(machine);
        for (Partition const& partition : (*machine)->system.partitions) {
            INFO(name << " " << partition.name);
            // One for large jobs that a site grants on request may have its users, too.
            if (partition.purpose != Purpose::on_request)
                CHECK(partition.background.has_value() ==
                      (partition.purpose == Purpose::production));
            if (!partition.background) continue;
            auto const mix = inputs.mix(partition.background->mix);
            REQUIRE(mix);
            CHECK((partition.background->load || has_reacting_users(**mix)));
        }
    }
}
