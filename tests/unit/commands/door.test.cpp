// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/door.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace clustersim;

namespace {

constexpr char const* step =
    R"({"command": "step", "app": "gpt-857m", "system": "lumi", "nodes": [1, 2], "format": "json"})";

Answer asked(std::string text, Listener const& listener = {}) {
    return Door({PROJECT_DIR}).ask({.text = std::move(text)}, listener);
}

}  // namespace

TEST_CASE("a question is answered in the process", "[commands][unit]") {
    Answer const answer = asked(step);
    CHECK(answer.exit_code == 0);
    CHECK(answer.problems.empty());
    CHECK(answer.text.starts_with("{"));
    CHECK(answer.text.find("\"nodes\": 2") != std::string::npos);
}

TEST_CASE("questions that are asked at the same time do not know of each other",
          "[commands][unit]") {
    std::string const alone = asked(step).text;
    std::string texts[4];
    {
        std::vector<std::jthread> askers;
        for (std::string& text : texts) askers.emplace_back([&text] { text = asked(step).text; });
    }
    for (std::string const& text : texts) CHECK(text == alone);
}

TEST_CASE("problems of a question come back as values", "[commands][unit]") {
    Answer const answer = asked(R"({"command": "step", "app": "gpt-857m", "sistem": "lumi"})");
    CHECK(answer.exit_code == 2);
    CHECK(answer.text.empty());
    REQUIRE(answer.problems.items().size() == 3);  // the key, and two that are missing
    for (Diagnostic const& one : answer.problems.items()) CHECK(one.where.file == "question");
}

TEST_CASE("the work of a question is counted, and ends when the asker has gone",
          "[commands][unit]") {
    std::string const run = R"({"command": "run", "no-results": true, "format": "json", "scenario":
        {"schema": "clustersim/scenario/1", "title": "t", "system": "vega", "seed": 4, "replicates": 3,
         "scheduler": "slurm",
         "background": {"mix": "gpu-centre", "load": 0.9, "warm-up": "2 h", "window": "1 h"},
         "jobs": {"train": {"nodes": 2, "runtime": "1 h", "walltime": "2 h"}}}})";
    std::atomic<std::size_t> most = 0;
    Listener listener{.workers = 2, .progress = [&](Progress const& progress) {
                          if (progress.what == "replicates" && progress.done > most)
                              most = progress.done;
                      }};
    Answer const whole = asked(run, listener);
    INFO(to_text(whole.problems));
    CHECK(whole.exit_code == 0);
    CHECK(most == 3);
    listener.interrupted = [] { return true; };
    CHECK(asked(run, listener).exit_code == 130);
}
