// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/variants.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

ConfigNode document(std::string const& text) {
    return *parse_yaml(text, "study.yaml");
}

std::string const base = "title: t\njobs:\n  train: {nodes: 1}\n  eval: {nodes: 1}\n";

}  // namespace

TEST_CASE("a document without a sweep is one variant", "[scenario][unit]") {
    auto const variants = expand_sweep(document(base));
    REQUIRE(variants);
    REQUIRE(variants->size() == 1);
    CHECK(variants->front().label().empty());
}

TEST_CASE("a sweep is the product of its lists, the last key fastest", "[scenario][unit]") {
    auto const variants = expand_sweep(
        document(base + "sweep:\n  jobs.train.nodes: [1, 2]\n  jobs.eval.nodes: [4, 8, 16]\n"));
    REQUIRE(variants);
    REQUIRE(variants->size() == 6);
    CHECK((*variants)[0].label() == "nodes=1 nodes=4");
    CHECK((*variants)[1].settings[1].second == "8");
    CHECK((*variants)[5].settings[0].second == "2");
    CHECK((*variants)[5].document.find("jobs")->find("train")->find("nodes")->scalar == "2");
    CHECK((*variants)[5].document.find("sweep") == nullptr);
}

TEST_CASE("a swept key may be new at its last step only", "[scenario][unit]") {
    CHECK(expand_sweep(document(base + "sweep: {jobs.train.walltime: [1 h, 2 h]}\n")));
    auto const wrong = expand_sweep(document(base + "sweep: {jobs.trian.nodes: [1, 2]}\n"));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().front().code == Code::unknown_key);
}

TEST_CASE("every wrong axis of a sweep is reported", "[scenario][unit]") {
    auto const wrong =
        expand_sweep(document(base + "sweep: {jobs.train.nodes: 4, jobs.eval.nodes: []}\n"));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().size() == 2);
}

TEST_CASE("a sweep beyond ten thousand variants is refused before it is built",
          "[scenario][unit]") {
    std::string list = "[0";
    for (int i = 1; i < 200; ++i) list += ", " + std::to_string(i);
    list += "]";
    auto const wrong = expand_sweep(document(base + "sweep:\n  jobs.train.nodes: " + list +
                                             "\n  jobs.eval.nodes: " + list + "\n"));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().front().code == Code::out_of_range);
}

TEST_CASE("a setting that the sweep would replace is refused, others are applied",
          "[scenario][unit]") {
    ConfigNode const swept = document(base + "sweep: {jobs.train.nodes: [1, 2]}\n");
    auto const refused = with_settings(swept, {{"--set", "jobs.train.nodes=8"}});
    REQUIRE_FALSE(refused);
    Diagnostic const& d = refused.error().items().front();
    CHECK(d.message ==
          "--set jobs.train.nodes=8 has no effect: the sweep sets \"jobs.train.nodes\"");
    CHECK(d.help.find("sweep={jobs.train.nodes: [8]}") != std::string::npos);
    CHECK(d.where.line == 5);
    auto const other = with_settings(swept, {{"--set", "jobs.eval.nodes=8"}});
    REQUIRE(other);
    CHECK(
        expand_sweep(*other)->front().document.find("jobs")->find("eval")->find("nodes")->scalar ==
        "8");
    auto const alone = with_settings(swept, {{"--set", "sweep={jobs.train.nodes: [8]}"}});
    REQUIRE(alone);
    CHECK(expand_sweep(*alone)->size() == 1);
}

TEST_CASE("a setting inside a block that is swept whole is refused, one around it is not",
          "[scenario][unit]") {
    ConfigNode const swept = document(base + "sweep: {jobs.train: [{nodes: 1}, {nodes: 2}]}\n");
    CHECK_FALSE(with_settings(swept, {{"--set", "jobs.train.nodes=8"}}));
    CHECK(with_settings(swept, {{"--set", "jobs.trained=~"}}));
    CHECK(with_settings(swept, {{"--set", "jobs={train: {nodes: 3}}"}}));
    CHECK(expand_sweep(swept)->front().label() == "train={nodes: 1}");
}

TEST_CASE("a sweep whose documents would not fit in memory is refused", "[scenario][unit]") {
    std::string values;
    for (int i = 1; i <= 10'000; ++i) values += (i == 1 ? "" : ", ") + std::to_string(i);
    std::string const sweep = "sweep: {jobs.train.nodes: [" + values + "]}\n";
    CHECK(expand_sweep(document(base + sweep))->size() == 10'000);
    auto const large =
        expand_sweep(document("note: " + std::string(300'000, 'x') + "\n" + base + sweep));
    REQUIRE_FALSE(large);
    CHECK(large.error().items()[0].code == Code::out_of_range);
}

TEST_CASE("an unknown swept key names the nearest path of the scenario", "[scenario][unit]") {
    auto const wrong = expand_sweep(document(base + "sweep: {jobs.trian.nodes: [1, 2]}\n"));
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().items().front().help == "did you mean \"jobs.train.nodes\"?");
}

TEST_CASE("a grid makes the same points as the whole sweep, one at a time", "[scenario][unit]") {
    ConfigNode const swept =
        document(base + "sweep:\n  jobs.train.nodes: [1, 2]\n  jobs.eval.nodes: [4, 8, 16]\n");
    auto const all = expand_sweep(swept);
    auto const grid = sweep_grid(swept, 6);
    REQUIRE(grid);
    REQUIRE(grid->size() == 6);
    for (std::size_t position = 0; position < 6; ++position)
        CHECK(grid->point(position).settings == (*all)[position].settings);
    CHECK(grid->coordinates(5) == std::vector<std::size_t>{1, 2});
    CHECK_FALSE(sweep_grid(swept, 5));
}

TEST_CASE("a setting or an axis that replaces a mapping keeps the defaults in it, as a file does",
          "[scenario][unit]") {
    auto const set = scenario_document(document(base), {{"--set", "background={mix: m}"}});
    auto const written = scenario_document(document(base + "background: {mix: m}\n"), {});
    REQUIRE(set);
    REQUIRE(written);
    for (ConfigNode const* read : {&*set, &*written}) {
        ConfigNode const* background = read->find("background");
        CHECK(background->find("mix")->scalar == "m");
        CHECK(background->find("load")->scalar == "0.9");
    }
    auto const swept = expand_sweep(document(base + "sweep: {background: [{mix: a}, {mix: b}]}\n"));
    REQUIRE(swept);
    CHECK((*swept)[1].document.find("background")->find("mix")->scalar == "b");
    CHECK((*swept)[1].document.find("background")->find("window")->scalar == "1 d");
}
