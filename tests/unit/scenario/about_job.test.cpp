// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/about_job.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("problems of a model get the job's name and place, and others keep theirs",
          "[scenario][unit]") {
    JobSpec job;
    job.name = "train";
    job.place = *parse_yaml("nodes: 4\napplication: llama\n", "study.yaml");
    Diagnostics found;
    Diagnostic& unplaced = found.add(problem(Code::never_fits, "does not fit"));
    unplaced.expected = "at most 64 GB";
    unplaced.severity = Severity::warning;
    found.add(problem_at(*job.place.find("nodes"), Code::out_of_range, "too many"));

    Diagnostics const told = about_job(found, job, place_of(job, "application"));
    REQUIRE(told.items().size() == 2);
    CHECK(told.items()[0].message == "job \"train\": does not fit");
    CHECK(told.items()[0].where.line == 2);
    CHECK(told.items()[0].expected == "at most 64 GB");
    CHECK(told.items()[0].severity == Severity::warning);
    CHECK(told.items()[1].message == "too many");
    CHECK(told.items()[1].where.line == 1);
}
