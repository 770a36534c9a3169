// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/waits_model.hpp"

#include "sim/history/waits/learned_centres.hpp"
#include "sim/history/waits/learned_forecasts.hpp"
#include "sim/history/waits/validate_waits.hpp"
#include "sim/history/waits/waits_model_file.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/history/waits/synthetic_cases.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

using namespace clustersim;

namespace {

constexpr Instant day_30{30 * day_s};

WaitsModel learned_from(Past const& jobs, unsigned workers = 1) {
    WaitNames names;
    names.user("ann");
    names.queue("main");
    auto found = learn_waits(cases_of_jobs(jobs), names, day_30, quick_fits(workers));
    REQUIRE(found);
    REQUIRE(found->model);
    return std::move(*found->model);
}

std::string text_of(WaitsModel const& model) {
    auto text = waits_model_json(model);
    REQUIRE(text);
    return *text;
}

/// What reading this text as a model says; empty if it can be read.
std::string refused(std::string const& text) {
    ScratchFolder const folder;
    auto const read = read_waits_model(folder.write("waits.json", text));
    return read ? "" : to_text(read.error());
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
    auto const at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a stored model is the one that was fitted, to the byte", "[waits][unit]") {
    WaitsModel const model = learned_from(synthetic_jobs(30));
    std::string const text = text_of(model);
    ScratchFolder const folder;
    auto read = read_waits_model(folder.write("waits.json", text));
    REQUIRE(read);
    CHECK(text_of(*read) == text);
    WaitNames names;
    auto const asked = unsimulated_features(synthetic_jobs(31), names);
    CHECK(*read->trees.centres(asked) == *model.trees.centres(asked));
    CHECK(read->calibration.around(2.0).quantiles == model.calibration.around(2.0).quantiles);
    CHECK(read->names.user("ann") == model.names.user.numbers().at("ann"));
    CHECK(read->names.user("bob") == NumberOfName::first_of_names + 1);
    CHECK(read->score.held == model.score.held);
}

TEST_CASE("the number of workers does not change a model", "[waits][unit]") {
    auto const jobs = synthetic_jobs(30);
    CHECK(text_of(learned_from(jobs, 1)) == text_of(learned_from(jobs, 3)));
}

TEST_CASE("a model does not know what comes after it", "[waits][unit]") {
    auto jobs = synthetic_jobs(30);
    auto changed = jobs;
    for (PastJob& job : changed.jobs) {
        if (job.start >= day_30) job.start = job.start + Seconds{200'000};
        if (job.end >= day_30) job.end = std::max(job.end, job.start) + Seconds{70'000};
    }
    CHECK(text_of(learned_from(jobs)) == text_of(learned_from(changed)));
}

TEST_CASE("the next forecast of a walk is that of a model fitted before it", "[waits][unit]") {
    // The walk's last block begins a fit of its own: 4 blocks are learned from, then fits every 7.
    WaitCases const cases = cases_of_jobs(synthetic_jobs(31));
    WaitCases past = cases;
    std::size_t const last = cases.blocks.back().from;
    past.cases.resize(last);
    past.blocks.pop_back();
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < last; ++i) rows.push_back(i);
    past.features = cases.features.selected(rows);
    auto const model = learn_waits(past, {}, day_30, quick_fits());
    REQUIRE(model);
    REQUIRE(model->model);
    WaitWalk const walk{.first_forecast = 5, .first_scored = 10, .blocks_per_fit = 1};
    WaitWalk weekly = walk;
    weekly.blocks_per_fit = 7;
    auto const fresh = learned_centres(cases, walk, quick_fits());
    REQUIRE(fresh);
    auto const centres = model->model->trees.centres(cases.features);
    REQUIRE(centres);
    for (std::size_t i = last; i < cases.cases.size(); ++i) CHECK((*centres)[i] == (*fresh)[i]);
    // Ranges rest on the earlier forecasts, which were renewed once a week.
    auto const earlier = learned_centres(cases, weekly, quick_fits());
    REQUIRE(earlier);
    auto const ranges = learned_forecasts(cases, weekly, *earlier);
    auto const& calibration = model->model->calibration;
    CHECK(calibration.around((*earlier)[last]).quantiles == ranges.of[last]->quantiles);
}

TEST_CASE("the scores of a model are those of validate waits", "[waits][unit]") {
    auto const jobs = synthetic_jobs(30);
    auto const model = learned_from(jobs);
    auto const scored = score_waits(cases_of_jobs(jobs), std::nullopt, quick_fits());
    REQUIRE(scored.answer);
    // Of the last day, some waits have not ended yet.
    CHECK(model.score.jobs <= scored.answer->methods.back().score.jobs);
    CHECK(model.score.squared_error ==
          Approx(scored.answer->methods.back().score.squared_error).epsilon(0.05));
    CHECK(model.days == 30);
    CHECK(model.scored_days == 20);
}

TEST_CASE("too few waits or days are refused with what is needed", "[waits][unit]") {
    auto const few = learn_waits(cases_of_jobs(synthetic_jobs(3)), {}, day_30, quick_fits());
    REQUIRE(few);
    CHECK_FALSE(few->model);
    CHECK(few->too_few == "120 waits ended; trees need 480, which fill their leaves");
    Past crowded = synthetic_jobs(20);
    for (PastJob& job : crowded.jobs) job.submit.since_origin /= 10;
    auto const days = learn_waits(cases_of_jobs(crowded), {}, day_30, quick_fits());
    REQUIRE(days);
    CHECK(days->too_few.find("submissions on 2 days; trees need 5") == 0);
}

TEST_CASE("models that cannot be used are refused with their place", "[waits][unit]") {
    std::string const text = text_of(learned_from(synthetic_jobs(30)));
    CHECK(refused(text).empty());
    CHECK(refused("").find("cut short") != std::string::npos);
    CHECK(refused("hello").find("waits.json:1:1: error[CS0101]: this is not a model") !=
          std::string::npos);
    CHECK(refused("{}").find("it has no format") != std::string::npos);
    CHECK(refused(text.substr(0, text.size() / 2)).find("cut short") != std::string::npos);
    CHECK(refused(replaced(text, "waits-model/1", "waits-model/9"))
              .find("waits.json:2:12: error[CS0110]: the format of the model") !=
          std::string::npos);
    CHECK(refused(replaced(text, "\"hour\"", "\"minute\"")).find("another column, \"minute\"") !=
          std::string::npos);
    CHECK(refused(replaced(text, "\"below\":0", "\"below\":1")).find("its checksum differs") !=
          std::string::npos);
    for (std::size_t size = 0; size < text.size(); size += text.size() / 50)
        CHECK_FALSE(refused(text.substr(0, size)).empty());
}
