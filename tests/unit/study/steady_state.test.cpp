// SPDX-License-Identifier: Apache-2.0
#include "sim/study/steady_state.hpp"

#include "sim/scenario/resolve.hpp"
#include "sim/study/run_queue.hpp"
#include "sim/study/settle_warm_ups.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <string>
#include <vector>

using namespace clustersim;

namespace {

std::vector<ResolvedRun> karolina(std::string const& background) {
    auto document = *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: karolina\n"
                                "scheduler: easy\nsite-limits: enforced\nseed: 1\nreplicates: 2\n"
                                "background: {window: 1 d, " +
                                    background + "}\njobs: {a: {runtime: 1 h, walltime: 2 h}}\n",
                                "study.yaml");
    return *resolve_all(*expand_sweep(document), shipped_options().library);
}

std::string const easy_at_load = "mix: itp-trace, warm-up: auto, load: ";

}  // namespace

TEST_CASE("a queue that empties is steady within days", "[study][unit]") {
    auto runs = karolina(easy_at_load + "0.7");
    auto const state = find_steady_state(queue_setup(runs.front()), {});
    CHECK(state.reached);
    CHECK(state.warm_up >= Seconds{86400});
    settle_warm_ups(runs, shipped_options());
    CHECK(runs.front().scenario.background.warm_up == state.warm_up);
    auto const* stored = runs.front().variant.document.find("background")->find("warm-up");
    REQUIRE(stored != nullptr);
    CHECK(stored->scalar == std::to_string(state.warm_up.count / 3600) + " h");
    CHECK(runs.front().warnings.empty());
}

TEST_CASE("a queue that grows for ever is not, and that is said", "[study][unit]") {
    auto runs = karolina(easy_at_load + "1.5");
    settle_warm_ups(runs, shipped_options());
    CHECK(runs.front().scenario.background.warm_up == Seconds{16 * 86400});
    REQUIRE(runs.front().warnings.items().size() == 1);
    CHECK(runs.front().warnings.items().front().message.find("no steady state") !=
          std::string::npos);
}

TEST_CASE("a stated warm-up and an empty machine need no search", "[study][unit]") {
    auto stated = karolina("mix: itp-trace, load: 1.5, warm-up: 2 d");
    settle_warm_ups(stated, shipped_options());
    CHECK(stated.front().scenario.background.warm_up == Seconds{2 * 86400});
    auto empty = karolina("mix: none, load: 0.5, warm-up: auto");
    settle_warm_ups(empty, shipped_options());
    CHECK(empty.front().scenario.background.warm_up == Seconds{0});
}
