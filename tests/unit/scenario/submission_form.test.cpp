// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/scenario_config.hpp"
#include "sim/scenario/submission_form_config.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

using namespace clustersim;

namespace {

/// A scenario with these jobs, one a line, read but not resolved.
Result<Scenario> with_jobs(std::string const& jobs) {
    ConfigNode document = *parse_yaml(scenario_defaults, "default");
    merge_onto(document,
               *parse_yaml("schema: clustersim/scenario/1\ntitle: t\nsystem: vega\njobs:\n" + jobs,
                           "study.yaml"));
    return read_scenario(document);
}

Diagnostics problems_with(std::string const& jobs) {
    auto const scenario = with_jobs(jobs);
    REQUIRE_FALSE(scenario);
    return scenario.error();
}

Diagnostic only_problem(std::string const& jobs) {
    Diagnostics const problems = problems_with(jobs);
    REQUIRE(problems.items().size() == 1);
    return problems.items().front();
}

}  // namespace

TEST_CASE("an array has the tasks and the limit of sbatch's text", "[scenario][unit]") {
    auto const scenario = with_jobs("  a: {runtime: 1 h, array: 0-99%10}\n"
                                    "  b: {runtime: 1 h, array: '1,3,9-15:2'}\n"
                                    "  c: {runtime: 1 h, count: 7}\n"
                                    "  d: {runtime: 1 h}\n");
    REQUIRE(scenario);
    CHECK(scenario->jobs[0].form.array_tasks == 100);
    CHECK(scenario->jobs[0].form.array.limit == 10);
    CHECK(scenario->jobs[0].form.waits_for_jobs());
    CHECK(scenario->jobs[1].form.tasks() == 6);
    CHECK_FALSE(scenario->jobs[1].form.waits_for_jobs());
    CHECK(scenario->jobs[2].form.tasks() == 7);
    CHECK(scenario->jobs[2].form.array.empty());
    CHECK(scenario->jobs[3].form.tasks() == 1);
}

TEST_CASE("each condition on another job is one of Slurm's", "[scenario][unit]") {
    auto const scenario = with_jobs("  a: {runtime: 1 h, array: 0-3}\n"
                                    "  b: {runtime: 1 h, after: {a: ok}}\n"
                                    "  c: {runtime: 1 h, after: {a: any, b: notok}}\n"
                                    "  d: {runtime: 1 h, after: {b: start}}\n"
                                    "  e: {runtime: 1 h, after: {b: start+90 s}}\n"
                                    "  f: {runtime: 1 h, array: 0-3, after: {a: corr}}\n"
                                    "  g: {runtime: 1 h, singleton: true}\n");
    REQUIRE(scenario);
    auto const condition = [&](std::size_t job, std::size_t at) {
        return scenario->jobs.at(job).form.after.at(at);
    };
    using slurm::DependencyType;
    CHECK(condition(1, 0).type == DependencyType::afterok);
    CHECK(condition(1, 0).job == "a");
    CHECK(condition(2, 0).type == DependencyType::afterany);
    CHECK(condition(2, 1).type == DependencyType::afternotok);
    CHECK(condition(3, 0).type == DependencyType::after);
    CHECK(condition(3, 0).minutes == 0);
    CHECK(condition(4, 0).type == DependencyType::after);
    // Slurm counts whole minutes.
    CHECK(condition(4, 0).minutes == 2);
    CHECK(condition(5, 0).type == DependencyType::aftercorr);
    CHECK(scenario->jobs[6].form.singleton);
}

TEST_CASE("a condition on no job of the scenario names the nearest one", "[scenario][unit]") {
    Diagnostic const d = only_problem("  train: {runtime: 1 h}\n"
                                      "  evaluate: {runtime: 1 h, after: {trian: ok}}\n");
    CHECK(d.code == Code::unknown_name);
    CHECK(d.where.line == 6);
    CHECK(d.where.column == 36);
    CHECK(d.help.find("did you mean \"train\"?") != std::string::npos);
}

TEST_CASE("jobs that wait for each other are one problem, with the ring", "[scenario][unit]") {
    Diagnostic const ring = only_problem("  first: {runtime: 1 h}\n"
                                         "  a: {runtime: 1 h, after: {first: ok, c: ok}}\n"
                                         "  b: {runtime: 1 h, after: {a: ok}}\n"
                                         "  c: {runtime: 1 h, after: {b: any}}\n");
    CHECK(ring.message ==
          "these jobs would wait forever: \"a\" waits for \"c\" waits for \"b\" waits for \"a\"");
    CHECK(ring.where.line == 6);
    CHECK(only_problem("  a: {runtime: 1 h, after: {a: ok}}\n").message ==
          "these jobs would wait forever: \"a\" waits for \"a\"");
    CHECK(with_jobs("  c: {runtime: 1 h, after: {a: ok, b: ok}}\n"
                    "  b: {runtime: 1 h, after: {a: ok}}\n"
                    "  a: {runtime: 1 h}\n"));
}

TEST_CASE("tasks are paired only between arrays", "[scenario][unit]") {
    Diagnostic const d = only_problem("  a: {runtime: 1 h, count: 4}\n"
                                      "  b: {runtime: 1 h, array: 0-3, after: {a: corr}}\n");
    CHECK(d.message == "`corr` pairs the tasks of two arrays, but \"a\" is no array");
    CHECK(only_problem("  a: {runtime: 1 h, array: 0-3}\n"
                       "  b: {runtime: 1 h, after: {a: corr}}\n")
              .message.find("\"b\" is no array") != std::string::npos);
}

TEST_CASE("all mistakes in the ways to submit jobs are reported at once", "[scenario][unit]") {
    Diagnostics const problems = problems_with("  a: {runtime: 1 h, array: 9-0}\n"
                                               "  b: {runtime: 1 h, array: 0-20000}\n"
                                               "  c: {runtime: 1 h, count: 0}\n"
                                               "  d: {runtime: 1 h, count: 2, array: 0-1}\n"
                                               "  e: {runtime: 1 h, after: {d: anny}}\n"
                                               "  f: {runtime: 1 h, after: {d: start+10}}\n"
                                               "  g: {runtime: 1 h, after: [d]}\n"
                                               "  h: {runtime: 1 h, after: {d: ~}}\n");
    std::vector<int> lines;
    for (Diagnostic const& d : problems.items()) lines.push_back(d.where.line);
    CHECK(lines == std::vector<int>{5, 6, 7, 8, 9, 10, 11, 12});
    CHECK(problems.items()[4].help.find("did you mean \"any\"?") != std::string::npos);
}

TEST_CASE("runs with checkpoints may wait, be waited for and be several, but are no array",
          "[scenario][unit]") {
    std::string const campaign = "  a: {application: gpt-857m, steps: 10, checkpoint: {every: 1 h}";
    CHECK(only_problem(campaign + ", array: 0-3}\n").message.find("cannot have `array`") !=
          std::string::npos);
    CHECK(only_problem(campaign + ", singleton: true}\n").message.find("cannot have `singleton`") !=
          std::string::npos);
    Diagnostic const never = only_problem(campaign + "}\n  b: {runtime: 1 h, after: {a: notok}}\n");
    CHECK(never.where.line == 6);
    CHECK(never.message.find("until it has ended well") != std::string::npos);
    CHECK(with_jobs(campaign + ", count: 2, after: {b: ok}}\n  b: {runtime: 1 h}\n"));
    CHECK(with_jobs(campaign + "}\n  b: {runtime: 1 h, after: {a: ok}}\n"));
}

TEST_CASE("a request for an array is one submission with its text", "[scenario][unit]") {
    auto const runs =
        resolve("system: karolina\npartition: qgpu\n"
                "jobs: {a: {gpus: 1, runtime: 1 h, array: 0-9%3, singleton: true}}\n");
    REQUIRE(runs);
    ResolvedJob const& job = runs->front().jobs.front();
    slurm::JobRequest const& request = std::get<SlurmSubmission>(job.request.request).request;
    CHECK(request.array.text == "0-9%3");
    CHECK(dependency_text(request.dependency.list) == "singleton");
    CHECK(job.prediction.tasks == 10);
    // Of one task.
    CHECK(job.prediction.bill.gpu_hours.value == Approx(1.0));
}

TEST_CASE("indices above the machine's MaxArraySize are refused", "[scenario][unit]") {
    Diagnostic const d =
        first_problem("system: karolina\njobs: {a: {runtime: 1 h, array: 1-5000}}\n");
    CHECK(d.code == Code::over_limit);
    CHECK(d.expected == "indices below 1001 (MaxArraySize)");
}

TEST_CASE("a policy for teaching refuses what only Slurm does, but not equal jobs",
          "[scenario][unit]") {
    auto const refused =
        resolve("system: karolina\nscheduler: easy\njobs: {a: {runtime: 1 h, array: 0-9}, b: "
                "{runtime: 1 h, after: {a: ok}, singleton: true}}\n");
    REQUIRE_FALSE(refused);
    REQUIRE(refused.error().items().size() == 3);
    for (Diagnostic const& d : refused.error().items()) {
        CHECK(d.code == Code::inconsistent);
        CHECK(d.help == "use `scheduler: slurm`");
    }
    CHECK(resolve("system: karolina\nscheduler: easy\njobs: {a: {runtime: 1 h, count: 9}}\n"));
}
