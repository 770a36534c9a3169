// SPDX-License-Identifier: Apache-2.0
#include "sim/study/queue_store.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/run_study.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

/// A job among the usual ones of Vega, read as a new question.
std::vector<ResolvedRun> asked(std::string const& job,
                               std::string const& more = "system: vega\nseed: 1") {
    auto const document = *scenario_document(
        *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nreplicates: 3\n" + more +
                        "\nbackground: {mix: blue-waters-gpu, backlog: 12 h}\njobs: {a: {runtime: "
                        "1 h, walltime: 2 h, " +
                        job + "}}\n",
                    "study.yaml"),
        {});
    auto runs = resolve_all(*expand_sweep(document), shipped_options().library);
    if (!runs) UNSCOPED_INFO(runs.error().items().front().message);
    REQUIRE(runs);
    return *runs;
}

std::vector<Instant> starts(std::vector<ResolvedRun> runs, QueueStore* queues) {
    RunOptions options = shipped_options();
    options.timeline = false;
    options.queues = queues;
    Study const study = run_study(std::move(runs), options);
    std::vector<Instant> found;
    for (QueueSample const& sample : study.runs.front().outcomes.front().samples)
        found.push_back(sample.started.value());
    return found;
}

}  // namespace

TEST_CASE("a second question is asked of the queues of the first", "[study][unit]") {
    QueueStore store;
    CHECK(starts(asked("nodes: 1"), &store) == starts(asked("nodes: 1"), nullptr));
    CHECK(store.queues.size() == 3);
    CHECK(starts(asked("nodes: 8"), &store) == starts(asked("nodes: 8"), nullptr));
    CHECK(store.queues.size() == 3);
    CHECK(starts(asked("nodes: 8", "system: vega\nseed: 2"), &store) !=
          starts(asked("nodes: 8"), nullptr));
    CHECK(store.queues.size() == 6);
}

TEST_CASE("the identity of a queue is its value", "[study][unit]") {
    auto const identity = [](std::string const& job, std::string const& more) {
        return queue_identity(asked(job, more).front());
    };
    std::string const own = identity("nodes: 1", "system: vega\nseed: 1");
    CHECK(own.find("auto") != std::string::npos);
    CHECK(identity("nodes: 2", "system: vega\nseed: 1") == own);
    CHECK(identity("nodes: 1", "system: vega\nseed: 2") != own);
    CHECK(identity("nodes: 1", "system: vega\nseed: 1\npolicy: {PriorityDecayHalfLife: 3-0}") !=
          own);
    CHECK(identity("nodes: 1", "system: vega\nseed: 1\nshow: {whole-queue: true}") == own);
}

TEST_CASE("a machine file that changed is another queue", "[study][unit]") {
    ScratchFolder const folder;
    auto const identity = [&](int nodes) {
        auto const file = folder.write(
            "mine.yaml",
            "extends: vega\nsources: {S0: the test}\npartitions: {gpu: {nodes: {value: " +
                std::to_string(nodes) + ", source: S0, confidence: estimate}}}\n");
        return queue_identity(asked("nodes: 1", "seed: 1\nsystem: " + file.string()).front());
    };
    std::string const own = identity(59);
    CHECK(identity(59) == own);
    CHECK(identity(58) != own);
}

TEST_CASE("a queue of more replicates than a store holds is not kept", "[study][unit]") {
    QueueStore store(2);
    CHECK(starts(asked("nodes: 1"), &store) == starts(asked("nodes: 1"), nullptr));
    CHECK(store.queues.size() == 0);
}
