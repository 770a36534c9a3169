// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_mix.hpp"

#include "sim/config/document.hpp"
#include "sim/workload/mix.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

JobLog shipped_trace() {
    LogQuestion question;
    question.files = {PROJECT_DIR "/workloads/traces/ms-itp-six-weeks.csv"};
    return read_log(question).value();
}

JobLog some_jobs(int count, bool people) {
    JobLog log;
    for (int i = 0; i < count; ++i) {
        PastJob job;
        job.submit = Instant{1000 * i};
        job.nodes = 1 + i % 3;
        job.user = people ? static_cast<std::uint32_t>(i % 5) : 0;
        job.stated_run = Seconds{60 + 7 * (i % 13)};
        if (people) job.limit = Seconds{i % 2 == 0 ? 600 : 3600};
        log.past.jobs.push_back(job);
    }
    log.users = people ? 5 : 0;
    log.limits = people;
    return log;
}

}  // namespace

TEST_CASE("the shipped trace gives the parameters of the shipped mix", "[study][unit]") {
    auto const fit = fit_log(shipped_trace(), "itp", {});
    REQUIRE(fit);
    auto const mix = load_mix("gpu-centre", PROJECT_DIR "/workloads/mixes").value();
    auto const& shipped = std::get<BatchModel>(mix.source);
    REQUIRE(fit->model.classes.size() == shipped.classes.size());
    // Residuals of the shipped run times, which have two components.
    std::vector<double> const residuals{0.07, 0.15, 0.08, 0.04, 0.10, 0.05, 0.10};
    for (std::size_t k = 0; k < shipped.classes.size(); ++k) {
        SizeClass const& ours = fit->model.classes[k];
        SizeClass const& theirs = shipped.classes[k];
        CHECK(ours.size == theirs.size);
        CHECK(ours.share == Approx(theirs.share).margin(0.00006));
        CHECK(ours.batch.single == Approx(theirs.batch.single).margin(0.0006));
        CHECK(ours.batch.mu == Approx(theirs.batch.mu).margin(0.0006));
        CHECK(ours.batch.sigma == Approx(theirs.batch.sigma).margin(0.0006));
        CHECK(ours.alike == Approx(theirs.alike).margin(0.006));
        CHECK(fit->classes[k].run_ks <= residuals[k] + 0.005);
    }
    CHECK(fit->model.shortest == shipped.shortest);
    CHECK(fit->model.gap.si() == Approx(shipped.gap.si()).margin(0.06));
    CHECK(fit->model.largest_batch == shipped.largest_batch);
    for (std::size_t h = 0; h < 24; ++h)
        CHECK(fit->model.hours[h] * 24.0 / 3178.0 == Approx(shipped.hours[h]).margin(0.006));
    CHECK_FALSE(fit->habits);
    CHECK_FALSE(fit->request);
}

TEST_CASE("a fitted mix is written as a file that is read again", "[study][unit]") {
    for (bool const people : {false, true}) {
        JobLog log = some_jobs(200, people);
        log.files = {{"it's a \"log\"\n.swf", std::string(64, 'a')}};
        auto const fit = fit_log(std::move(log), "yes", 100);
        REQUIRE(fit);
        std::string const text = mix_yaml(*fit);
        auto const document = parse_yaml(text, "fitted.yaml");
        INFO(text);
        REQUIRE(document);
        auto const mix = read_mix(*document);
        INFO((mix ? "" : to_text(mix.error())));
        REQUIRE(mix);
        CHECK(mix->name == "yes");
        auto const& model = std::get<BatchModel>(mix->source);
        CHECK(model.machine_size == 100);
        CHECK(model.classes.size() == 3);
        CHECK(model.users.has_value() == people);
        if (people) CHECK(model.users->count == 5);
        CHECK(mix->request.menu.empty() == !people);
    }
}

TEST_CASE("a log that says too little is refused with every reason", "[study][unit]") {
    auto const few = fit_log(some_jobs(20, false), "few", 2);
    REQUIRE_FALSE(few);
    CHECK(few.error().items().size() == 2);  // too few jobs, and one larger than the machine
    JobLog log = some_jobs(60, false);
    for (PastJob& job : log.past.jobs) {
        job.submit = Instant{0};
        job.nodes = 1;
    }
    auto const burst = fit_log(std::move(log), "burst", {});
    REQUIRE_FALSE(burst);
    CHECK(burst.error().items()[0].code == Code::no_jobs);
}
