// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/foreign_question.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/cli/question_reader.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/cli/all_commands.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <set>

using namespace clustersim;
using nlohmann::json;

namespace {

/// Whether the schema says that a text of this property is, or may be, the path of a file.
bool may_be_path(json const& property) {
    static std::regex const reference(
        R"re(#/definitions/(path|machine|application|mix)"|(machine|application|mix|accelerator|link|carrier)[-_]names")re");
    static std::regex const text(
        R"(\b(by path|relative path|or path of|a path,|a file of|or a file|site\.yaml))");
    json type = json::object();
    for (char const* const key : {"$ref", "anyOf", "items"})
        if (property.contains(key)) type[key] = property[key];
    return std::regex_search(type.dump(), reference) ||
           std::regex_search(property.value("description", ""), text);
}

void add_path_keys(json const& schema, std::set<std::string>& keys) {
    if (schema.is_object() && schema.contains("properties"))
        for (auto const& [key, property] : schema["properties"].items())
            if (property.is_object() && may_be_path(property)) keys.insert(key);
    if (schema.is_structured())
        for (json const& part : schema) add_path_keys(part, keys);
}

std::set<std::string> path_keys_of_schemas() {
    std::set<std::string> keys;
    for (char const* const name : {"scenarios/schema/scenario-1.json",
                                   "scenarios/schema/project-1.json",
                                   "systems/schema/system-1.json",
                                   "systems/schema/accelerator-1.json",
                                   "systems/schema/communication-1.json",
                                   "systems/schema/link-1.json",
                                   "systems/schema/site-1.json",
                                   "systems/schema/slurm-1.json",
                                   "workloads/schema/application-1.json"}) {
        std::ifstream file(std::string(PROJECT_DIR "/") + name);
        add_path_keys(json::parse(file), keys);
    }
    return keys;
}

/// What a foreign asker hears of the question; empty if he may ask it.
std::string refusal(json const& question, Trust trust = Trust::foreign) {
    AllCommands commands;
    auto const value = read_json(question.dump(), "question");
    REQUIRE(value);
    auto const asked = read_question(commands.table(), *value, trust);
    return asked ? std::string() : to_text(asked.error());
}

std::string refused_scenario(json scenario, Trust trust = Trust::foreign) {
    return refusal({{"command", "run"}, {"scenario", std::move(scenario)}}, trust);
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("no key that a schema describes as a path may name a file", "[cli][unit]") {
    auto const keys = path_keys_of_schemas();
    CHECK(keys == std::set<std::string>{"accelerator",
                                        "application",
                                        "carrier",
                                        "evidence",
                                        "extends",
                                        "framework",
                                        "like",
                                        "mix",
                                        "slurm",
                                        "system",
                                        "systems"});
    for (std::string const& key : keys)
        for (char const* const path : {"../x.yaml", "/etc/passwd", "x.yaml", "folder/x"}) {
            CAPTURE(key, path);
            char const* const told = "names a file, which cannot be read from here";
            CHECK(has(refused_scenario({{key, path}}), told));
            CHECK(has(refused_scenario({{"a", {{"b", {{{key, path}}}}}}}), told));
            CHECK(has(refused_scenario({{key, {{"value", path}, {"source", "a/b"}}}}), told) ==
                  (key != "extends" && key != "evidence" && key != "slurm"));
            CHECK(has(refused_scenario({{"sweep", {{"a.b." + key, {"lumi", path}}}}}), told));
            CHECK(has(refusal({{"command", "run"},
                               {"scenario", json::object()},
                               {"set", "a.b." + key + "=" + path}}),
                      "cannot be read from here"));
            CHECK(has(refusal({{"command", "run"},
                               {"scenario", json::object()},
                               {"set", "sweep={a." + key + ": [lumi, " + path + "]}"}}),
                      "cannot be read from here"));
            CHECK(has(refusal({{"command", "allocate"}, {"project", {{key, {path}}}}}), told));
        }
}

TEST_CASE("names and texts for people may look like paths", "[cli][unit]") {
    json const scenario{{"title", "meta/llama-3"},
                        {"system", "reference/selene"},
                        {"exercise", {{"task", "see notes.yaml or ../x"}}},
                        {"jobs", {{"meta/llama-3", {{"features", "a/b"}, {"name", "x.csv"}}}}},
                        {"policy", {{"node_types", {{"g", {{"note", "25GB/s of 50 GB/s"}}}}}}}};
    CHECK(refused_scenario(scenario).empty());
    CHECK(refusal({{"command", "run"},
                   {"scenario", scenario},
                   {"set", {"title=meta/llama-3", "jobs.a.memory=25 GB"}}})
              .empty());
    CHECK(refusal({{"command", "forecast"}, {"nodes", "2"}, {"account", "group/meta"}}).empty());
    CHECK(refusal({{"command", "advise"},
                   {"script", {{"text", "#!/bin/sh\n"}}},
                   {"system", "lumi"},
                   {"sbatch", "--comment=meta/llama-3"}})
              .empty());
}

TEST_CASE("options that take names take no paths", "[cli][unit]") {
    json const step{{"command", "step"}, {"app", "gpt-857m"}, {"system", "lumi"}, {"nodes", {2}}};
    CHECK(refusal(step).empty());
    for (char const* const key : {"app", "system", "framework"})
        for (char const* const path : {"../x", "x.yaml", "-", "/etc/passwd"}) {
            CAPTURE(key, path);
            json question = step;
            question[key] = path;
            CHECK(has(refusal(question), "names a file, which cannot be read from here"));
        }
    json const file{{"schema", "clustersim/scenario/1"}};
    CHECK(has(refusal({{"command", "diff"}, {"file", {file}}, {"with", "policy.yaml"}}),
              "names a file"));
    CHECK(refusal({{"command", "diff"}, {"file", {file}}, {"with", "bf_window=1-0"}}).empty());
    CHECK(has(refusal({{"command", "explain"}, {"what", "results/a-1"}, {"job", "x"}}),
              "names a file"));
}

TEST_CASE("a confined asker may name what ships", "[cli][unit]") {
    char const* const shipped = "scenarios/courses/cluster/cluster.yaml";
    CHECK(refused_scenario({{"system", shipped}}, Trust::confined).empty());
    CHECK_FALSE(refused_scenario({{"system", shipped}}, Trust::foreign).empty());
    CHECK_FALSE(refused_scenario({{"system", "scenarios/../x.yaml"}}, Trust::confined).empty());
    CHECK_FALSE(refused_scenario({{"extends", shipped}}, Trust::confined).empty());
}

TEST_CASE("a command that writes or reads files is refused as a whole", "[cli][unit]") {
    auto const sweep = refusal({{"command", "sweep"}, {"scenario", json::object()}});
    CHECK(has(sweep, "`sweep` cannot be asked from here: it writes a file and takes hours"));
    CHECK(has(refusal({{"command", "show"}}), "it reads RESULT, which a question cannot hold"));
}
