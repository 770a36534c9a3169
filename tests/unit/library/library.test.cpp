// SPDX-License-Identifier: Apache-2.0
#include "sim/library/clustersim.h"
#include "tests/support/catch.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t kept = std::size_t{64} << 20U;
constexpr char const* step =
    R"({"command": "step", "app": "gpt-857m", "system": "lumi", "nodes": [1, 2], "format": "json"})";

/// A queue that is simulated in a moment for a few replicates, and in minutes for many.
std::string run(int replicates) {
    return R"({"command": "run", "no-results": true, "format": "json", "scenario":
        {"schema": "clustersim/scenario/1", "title": "t", "system": "vega", "seed": 4, "scheduler": "slurm",
         "background": {"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"},
         "jobs": {"train": {"nodes": 2, "runtime": "1 h", "walltime": "2 h"}}, "replicates": )" +
           std::to_string(replicates) + "}}";
}

using OpenDoor = std::unique_ptr<clustersim_door, decltype(&clustersim_close)>;

OpenDoor open_door() {
    return {clustersim_open(PROJECT_DIR, kept), clustersim_close};
}

/// The answer to a question with up to two workers.
std::string asked(clustersim_door* door,
                  char const* question,
                  unsigned flags = 0,
                  clustersim_hear hear = nullptr,
                  void* user = nullptr) {
    std::unique_ptr<char, decltype(&clustersim_free)> const answer(
        clustersim_ask(door, question, flags, 2, hear, user), clustersim_free);
    REQUIRE(answer);
    return answer.get();
}

bool has(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

extern "C" int remember(void* user, char const* event) {
    static_cast<std::vector<std::string>*>(user)->emplace_back(event);
    return 0;
}

extern "C" int interrupt(void* user, char const* /*event*/) {
    ++*static_cast<int*>(user);
    return 1;
}

}  // namespace

TEST_CASE("a question has an answer with exit code, text and problems", "[library][unit]") {
    OpenDoor const door = open_door();
    REQUIRE(door);
    std::string const answer = asked(door.get(), step);
    CHECK(answer.starts_with("{"));
    CHECK(has(answer, R"("exit_code":0)"));
    CHECK(has(answer, R"("format":"json")"));
    CHECK(has(answer, R"(\"nodes\": 2)"));
    std::string const refused = asked(door.get(), R"({"command": "step", "sistem": "lumi"})");
    CHECK(has(refused, R"("exit_code":2)"));
    CHECK(has(refused, R"("severity":"error")"));
    CHECK(has(asked(door.get(), "no JSON"), R"("exit_code":3)"));
    CHECK(has(asked(door.get(), ""), R"("exit_code":3)"));
}

TEST_CASE("what is missing is told and nothing crashes", "[library][unit]") {
    CHECK(clustersim_open(nullptr, kept) == nullptr);
    CHECK(clustersim_open("/nonexistent", kept) == nullptr);
    CHECK(clustersim_open(TEST_DATA_DIR, kept) == nullptr);
    CHECK(has(asked(nullptr, step), R"("exit_code":2)"));
    OpenDoor const door = open_door();
    CHECK(has(asked(door.get(), nullptr), R"("exit_code":2)"));
    clustersim_close(nullptr);
    clustersim_free(nullptr);
    CHECK(std::string(clustersim_version()).find('.') != std::string::npos);
}

TEST_CASE("a foreign question may name no files", "[library][unit]") {
    OpenDoor const door = open_door();
    char const* const question = R"({"command": "run", "scenario": "/etc/passwd"})";
    std::string const refused = asked(door.get(), question, CLUSTERSIM_FOREIGN);
    CHECK(has(refused, R"("exit_code":2)"));
    CHECK_FALSE(has(refused, "root:"));
    CHECK(has(asked(door.get(), step, CLUSTERSIM_FOREIGN), R"("exit_code":0)"));
}

TEST_CASE("a confined question may name shipped files alone", "[library][unit]") {
    OpenDoor const door = open_door();
    std::string const named = R"(names a file, which cannot be read from here)";
    char const* const shipped =
        R"({"command": "step", "app": "gpt-857m", "system": "systems/lumi.yaml"})";
    CHECK(has(asked(door.get(), shipped, CLUSTERSIM_FOREIGN), named));
    CHECK_FALSE(has(asked(door.get(), shipped, CLUSTERSIM_CONFINED), named));
    char const* const other = R"({"command": "run", "scenario": "/etc/passwd"})";
    CHECK(has(asked(door.get(), other, CLUSTERSIM_CONFINED), named));
}

TEST_CASE("an asker hears progress and the answer of the first replicates", "[library][unit]") {
    OpenDoor const door = open_door();
    std::vector<std::string> events;
    std::string const question = run(4);
    std::string const heard =
        asked(door.get(), question.c_str(), CLUSTERSIM_SO_FAR, remember, &events);
    CHECK(has(heard, R"("exit_code":0)"));
    CHECK(heard == asked(door.get(), question.c_str()));
    std::string all;
    for (std::string const& event : events) all += event + "\n";
    INFO(all);
    CHECK(has(all, R"("event":"progress")"));
    CHECK(has(all, R"("event":"so_far")"));
    CHECK(has(all, R"("replicates":2)"));
}

TEST_CASE("an asker can interrupt, is called no more, and can ask again", "[library][unit]") {
    OpenDoor const door = open_door();
    int calls = 0;
    std::string const answer = asked(door.get(), run(10'000).c_str(), 0, interrupt, &calls);
    CHECK(has(answer, R"("exit_code":130)"));
    CHECK(calls == 1);
    CHECK(has(asked(door.get(), step), R"("exit_code":0)"));
}

TEST_CASE("several threads ask through one door", "[library][unit]") {
    OpenDoor const door = open_door();
    std::string const alone = asked(door.get(), step);
    std::atomic<int> same = 0;
    {
        std::vector<std::jthread> askers;
        for (int i = 0; i < 4; ++i)
            askers.emplace_back([&] {
                char* const answer = clustersim_ask(door.get(), step, 0, 0, nullptr, nullptr);
                if (answer == alone) ++same;
                clustersim_free(answer);
            });
    }
    CHECK(same == 4);
}
