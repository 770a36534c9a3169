// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sprio.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::string sprio_listing(SprioOptions const& options, std::string const& look = "a") {
    auto const text = sprio_text(recorded_snapshot(look), options);
    REQUIRE(text);
    return *text;
}

SprioOptions form(bool long_form, bool norm, bool weights) {
    SprioOptions options;
    options.long_form = long_form;
    options.norm = norm;
    options.weights = weights;
    return options;
}

}  // namespace

TEST_CASE("sprio lists weighted factors of eligible jobs, byte for byte", "[slurm_views][unit]") {
    CHECK(sprio_listing({}) == recorded_text("a", "sprio"));
    CHECK(sprio_listing({}, "b") == recorded_text("b", "sprio"));
    CHECK(sprio_listing(form(true, false, false)) == recorded_text("a", "sprio-l"));
    CHECK(sprio_listing(form(true, false, false), "b") == recorded_text("b", "sprio-l"));
}

TEST_CASE("sprio -n lists the factors before weighting", "[slurm_views][unit]") {
    CHECK(sprio_listing(form(false, true, false)) == recorded_text("a", "sprio-n"));
    CHECK(sprio_listing(form(true, true, false)) == recorded_text("a", "sprio-nl"));
}

TEST_CASE("sprio -w prints the weights", "[slurm_views][unit]") {
    CHECK(sprio_listing(form(false, false, true)) == recorded_text("a", "sprio-w"));
    CHECK(sprio_listing(form(true, false, true)) == recorded_text("a", "sprio-wl"));
    CHECK(sprio_listing(form(false, true, true)) == recorded_text("a", "sprio-wn"));
}

TEST_CASE("sprio selects jobs and users", "[slurm_views][unit]") {
    SprioOptions jobs;
    jobs.jobs = {"3"};
    CHECK(sprio_listing(jobs) == recorded_text("a", "sprio-j"));
    SprioOptions users;
    users.users = {"alice"};
    CHECK(sprio_listing(users) == recorded_text("a", "sprio-u"));
}

TEST_CASE("sprio rounds a factor to even but truncates the priority, as in TV-7",
          "[slurm_views][unit]") {
    Snapshot snapshot;
    snapshot.weights.weight_job_size = snapshot.weights.weight_partition = 1000;
    JobView job;
    job.id = 5;
    job.user = "u";
    job.eligible = Instant{0};
    job.nice = 100;
    job.priority = 337;
    PriorityTerms terms;
    terms.partition = "first";
    terms.priority = 337;
    terms.job_size = 0.1875;
    terms.partition_factor = 0.25;
    job.priorities = {terms};
    snapshot.jobs = {job};
    SprioOptions options;
    options.no_header = true;
    options.format = "%i %Y %J %P %N";
    CHECK(*sprio_text(snapshot, options) == "5 337 188 250 100\n");
}

TEST_CASE("sprio reports an unknown column", "[slurm_views][unit]") {
    SprioOptions options;
    options.format = "%i %z";
    CHECK_FALSE(sprio_text({}, options));
}
