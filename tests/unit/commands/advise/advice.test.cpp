// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/advice.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/commands/advise/script_text.hpp"
#include "tests/unit/study/shipped_options.hpp"

#include <algorithm>
#include <utility>

using namespace clustersim;

namespace {

Result<Advice> advice_on(std::string const& lines,
                         std::string const& system,
                         std::optional<Seconds> runtime = std::nullopt) {
    RunOptions options = shipped_options();
    options.timeline = false;
    return advise({.script = script_of(lines),
                   .system = system,
                   .runtime = runtime,
                   .settings = {{"--replicates", "replicates=2"}}},
                  options);
}

std::string all_messages(Diagnostics const& problems) {
    std::string out;
    for (Diagnostic const& one : problems.items())
        out += std::to_string(one.where.line) + ": " + one.message + "; " + one.help + "\n";
    return out;
}

}  // namespace

TEST_CASE("a script is simulated with its changes in the same queues", "[advise][unit]") {
    auto const advice = advice_on(
        "#SBATCH -p gpusmall -t 1:00:00 --gres=gpu:a100:1 -c 32\n", "mahti", Seconds{1200});
    REQUIRE(advice);
    CHECK(advice->asked.nodes.gpus == 1);
    CHECK(advice->asked.place.partition == "gpusmall");
    REQUIRE(advice->times.start.median);
    REQUIRE(advice->times.end.median);
    // Start and run time, on every replicate.
    CHECK(advice->times.end.low->si() == Approx(advice->times.start.low->si() + 1200.0));
    auto const shorter =
        std::ranges::find(advice->changes, "--time=0:25:00", &AdvisedChange::change);
    REQUIRE(shorter != advice->changes.end());
    CHECK(shorter->line == 2);
    CHECK(shorter->sooner.has_value());
    auto const elsewhere = std::ranges::find_if(advice->changes, [](AdvisedChange const& one) {
        return one.change.starts_with("--partition=");
    });
    REQUIRE(elsewhere != advice->changes.end());
    CHECK_FALSE(elsewhere->sooner.has_value());
    CHECK(std::ranges::is_sorted(advice->changes, {}, [&](AdvisedChange const& one) {
        return std::pair(costs_much_more(one.times, advice->times), one.comparable_end);
    }));
}

TEST_CASE("GPUs of a type lead to the partition that has them", "[advise][unit]") {
    auto const advice = advice_on("#SBATCH --gres=gpu:a40:1 -t 10\n", "alex");
    REQUIRE(advice);
    CHECK(advice->asked.place.gres_type == "a40");
    CHECK(says(advice->asked.partitions.why, "a40"));
}

TEST_CASE("a refused script says why at its lines, and what admits it", "[advise][unit]") {
    auto const limit = advice_on("#SBATCH -p small-g\n#SBATCH -N 8\n#SBATCH -t 1:00:00\n"
                                 "#SBATCH --gpus-per-node=8\n",
                                 "lumi");
    REQUIRE_FALSE(limit);
    CHECK(limit.error().fault() == Fault::impossible);
    CHECK(says(all_messages(limit.error()), "3: job \"job\" breaks a limit of partition small-g"));
    CHECK(says(all_messages(limit.error()), "2: partitions that admit it: standard-g"));
    auto const type = advice_on("#SBATCH -p gpu\n#SBATCH --gres=gpu:a100:1\n", "puhti");
    REQUIRE_FALSE(type);
    CHECK(
        says(all_messages(type.error()), "3: partition gpu of puhti has no GPUs of type \"a100\""));
    CHECK(says(all_messages(type.error()), "types on puhti: v100"));
}

TEST_CASE("problems of script, partition and machine are reported together", "[advise][unit]") {
    auto const both = advice_on("#SBATCH -t soon\n#SBATCH -p nowhere\n", "lumi");
    REQUIRE_FALSE(both);
    CHECK(both.error().fault() == Fault::invalid);
    CHECK(says(all_messages(both.error()), "2: Invalid --time specification"));
    CHECK(says(all_messages(both.error()), "3: lumi has no partition \"nowhere\""));
    auto const none = advice_on("#SBATCH -t soon\n", "lumy");
    REQUIRE_FALSE(none);
    CHECK(none.error().items().size() == 2);
}

TEST_CASE("a run time above the limit is refused", "[advise][unit]") {
    auto const over = advice_on("#SBATCH -p gpu --gres=gpu:1 -t 10\n", "puhti", Seconds{3600});
    REQUIRE_FALSE(over);
    CHECK(over.error().fault() == Fault::impossible);
}
