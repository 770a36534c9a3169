// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/sbatch_words.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::slurm;
using Words = std::vector<std::string>;

namespace {

constexpr Clock clock_of_tests{Instant{1000}, Seconds{1795248000}};

JobRequest good(char const* line) {
    JobRequest request;
    SbatchReading const reading = read_sbatch_line(line, clock_of_tests, request);
    INFO(line);
    CHECK(reading.problems == Words{});
    CHECK(reading.not_modelled == Words{});
    return request;
}

Words problems(char const* line) {
    JobRequest request;
    return read_sbatch_line(line, clock_of_tests, request).problems;
}

}  // namespace

TEST_CASE("a line of a Slurm simulator's event file is read completely", "[slurm_request][unit]") {
    JobRequest request;
    auto const reading = read_sbatch_line(
        "--uid=user001 -J jobid_00001 -N    1 -n     32 -t 3-00:00:00 -q general-compute "
        "-p general-compute --constraint=CPU-L5520 --mem=500G --exclusive --gres=gpu:2 "
        "--gres=gpu:2 pseudo.job 5",
        clock_of_tests,
        request);
    CHECK(reading.problems == Words{});
    CHECK(reading.rest == Words{"pseudo.job", "5"});
    CHECK(request.user == "user001");
    CHECK(request.name == "jobid_00001");
    CHECK(request.min_nodes == 1);
    CHECK(request.max_nodes == 1);
    CHECK(request.ntasks == 32);
    CHECK(request.time_minutes == 4320);
    CHECK(request.qos == "general-compute");
    CHECK(request.partition == "general-compute");
    CHECK(request.constraint == "CPU-L5520");
    CHECK(request.mem_per_node_mb == 512000);
    CHECK(request.exclusive == Exclusive::whole_nodes);
    REQUIRE(request.gres.size() == 1);
    CHECK(request.gres[0].count == 2);
}

TEST_CASE("short and long forms of an option mean the same", "[slurm_request][unit]") {
    CHECK(good("-N2-4").max_nodes == 4);
    CHECK(good("--nodes=2-4").min_nodes == 2);
    CHECK(good("--nodes 3").max_nodes == 3);
    CHECK(good("-c8").cpus_per_task == 8);
    CHECK(good("--cpus-per-task=8").cpus_per_task == 8);
    CHECK(good("-Hs -n4").hold);
    CHECK(good("-Hs -n4").oversubscribe);
    CHECK(good("-Hn4").ntasks == 4);
    CHECK(good("--contig").contiguous);
    CHECK(good("-t 90:30").time_minutes == 91);
    CHECK(good("--time=UNLIMITED").time_minutes == 0);
    CHECK(good("--time-min=0:30:00").time_min_minutes == 30);
    CHECK(good("-A acct -d afterok:3 -a 0-9%2 -w n1 -x n2 -L matlab:2").array.text == "0-9%2");
    CHECK(good("--nice").nice == 100);
    CHECK(good("--nice=-5").nice == -5);
    CHECK(good("--no-requeue").requeue == false);
    CHECK(good("--requeue").requeue == true);
    CHECK(good("--begin=now+60").begin == Instant{1060});
    CHECK(good("--deadline=now+1hour").deadline == Instant{4600});
    CHECK(good("--kill-on-invalid-dep=yes").kill_on_invalid_dep);
    CHECK(good("-k").no_kill);
    CHECK_FALSE(good("--no-kill=off").no_kill);
    CHECK(good("--exclusive=user").exclusive == Exclusive::user);
    CHECK(good("-m cyclic:block").block_distribution);
    CHECK_FALSE(good("-m block:cyclic").block_distribution);
    CHECK(good("-B 2:*:1").threads_per_core == 1);
    CHECK_FALSE(good("-B 2:*:1").cores_per_socket);
    CHECK(good("--spread-job --use-min-nodes -o out.txt --mail-type ALL").use_min_nodes);
    CHECK(good("--constraint='[a|b]'").constraint == "[a|b]");
}

TEST_CASE("--switches takes a count and a maximum wait", "[slurm_request][unit]") {
    CHECK(good("--switches=1").switches.count == 1);
    CHECK_FALSE(good("--switches=1").switches.wait);
    CHECK(good("--switches=2@00:30:00").switches.wait == Seconds{1800});
    CHECK(good("--switches=2@5").switches.wait == Seconds{300});
}

TEST_CASE("GPU options have separate scopes", "[slurm_request][unit]") {
    auto const gres =
        good("--gres=gpu:2,nvme:1 --gpus-per-node=a100:3 -G 8 --gpus-per-task=1").gres;
    REQUIRE(gres.size() == 4);
    CHECK(gres[0].name == "nvme");
    CHECK(gres[1].type == "a100");
    CHECK(gres[1].scope == GresScope::per_node);
    CHECK(gres[2].scope == GresScope::per_job);
    CHECK(gres[3].scope == GresScope::per_task);
    CHECK(good("--gpus-per-node=4 --gpus-per-node=2").gres.size() == 1);
}

TEST_CASE("all problems of the options are reported", "[slurm_request][unit]") {
    CHECK(problems("-n x --nosuch=1 -t abc -Z") ==
          Words{"Invalid numeric value \"x\" for --ntasks.",
                "unrecognized option '--nosuch'",
                "Invalid --time specification \"abc\"",
                "unrecognized option '-Z'"});
    CHECK(problems("-N 4-2") == Words{"Maximum node count 2 is less than minimum node count 4"});
    CHECK(problems("--mem=1 --mem-per-cpu=1") ==
          Words{"--mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive."});
    CHECK(problems("-n") == Words{"option --ntasks needs a value"});
    CHECK(problems("--hold=1") == Words{"option --hold takes no value"});
    CHECK(problems("--cpus=1") ==
          Words{"option '--cpus' is ambiguous; possibilities: '--cpus-per-gpu' '--cpus-per-task'"});
    for (char const* line : {"-n 0",
                             "-c -1",
                             "-N 0",
                             "-N 1-",
                             "-N x-2",
                             "--mem=1X",
                             "--gres=gpu:",
                             "--begin=never",
                             "--switches=0",
                             "--switches=1@x",
                             "--nice=x",
                             "--exclusive=all",
                             "-kon",
                             "--nice=-",
                             "--kill-on-invalid-dep=maybe",
                             "--gpus=",
                             "--gres-flags=x",
                             "-B 1:2:3:4",
                             "--=1"}) {
        INFO(line);
        CHECK_FALSE(problems(line).empty());
    }
}

TEST_CASE("options that only Slurm obeys are listed", "[slurm_request][unit]") {
    JobRequest request;
    auto const reading =
        read_sbatch_line("--bb=x -O --hint=memory_bound -n 2", clock_of_tests, request);
    CHECK(reading.not_modelled == Words{"--bb", "--overcommit", "--hint=memory_bound"});
    CHECK(request.ntasks == 2);
}

TEST_CASE("later options take precedence", "[slurm_request][unit]") {
    JobRequest request;
    auto const reading = read_sbatch_line(
        "-N 2 --mem=4G --job-name=\"my job\" -q low # two of them", clock_of_tests, request);
    CHECK(reading.problems == Words{});
    CHECK(request.min_nodes == 2);
    CHECK(request.mem_per_node_mb == 4096);
    CHECK(request.name == "my job");
    read_sbatch_line("-q high --mem-per-cpu=1G", clock_of_tests, request);
    CHECK(request.qos == "high");
    CHECK(request.mem_per_cpu_mb == 1024);
    CHECK_FALSE(request.mem_per_node_mb);
    read_sbatch_line("-n 1", clock_of_tests, request);
    CHECK(request.mem_per_cpu_mb == 1024);
}

TEST_CASE("words are split as by a shell", "[slurm_request][unit]") {
    CHECK(shell_words("a  'b c' \"d \\\" e\" f\\ g \"\" x'y'z # rest") ==
          Words{"a", "b c", "d \" e", "f g", "", "xyz"});
    CHECK(shell_words("a#b '#c'") == Words{"a#b", "#c"});
    CHECK(shell_words("'open end") == Words{"open end"});
    CHECK(shell_words("  ").empty());
    JobRequest request;
    CHECK(read_sbatch_line("-n 2 -- -c 4", clock_of_tests, request).rest == Words{"-c", "4"});
    CHECK_FALSE(request.cpus_per_task);
}

TEST_CASE("every name of an option is read, whole or cut as far as it stays clear",
          "[slurm_request][unit]") {
    CHECK(good("--tasks-per-node=4").ntasks_per_node == 4);
    CHECK(good("--tasks=4").ntasks_per_node == 4);
    CHECK(good("--nodes 2 --gpus-per-n 4").min_nodes == 2);
    CHECK(good("--nodes 2 --gpus-per-n 4").gres.size() == 1);
    CHECK(good("-N2 -n4 -c 8").ntasks == 4);
    CHECK(good("--share").oversubscribe);
    CHECK(good("--exclusive --ntasks=3").ntasks == 3);
    JobRequest const both = good("--tres-per-task=cpu=4,gres/gpu:a100=2");
    CHECK(both.cpus_per_task == 4);
    REQUIRE(both.gres.size() == 1);
    CHECK(both.gres.front().type == "a100");
    CHECK(both.gres.front().count == 2);
    CHECK(both.gres.front().scope == GresScope::per_task);
    CHECK(good("--tres-per-task=cpu:4,gres/gpu:2").gres.front().count == 2);
}

TEST_CASE("options of newer releases are known, and another name counts as the usual one",
          "[slurm_request][unit]") {
    JobRequest request;
    auto const reading = read_sbatch_line(
        "--tasks-per-node=4 --segment=2 --stepmgr --oom-kill-step --nodefile=f --test-only",
        Clock{},
        request);
    CHECK(reading.problems.empty());
    CHECK(std::ranges::count(reading.given, "ntasks-per-node") == 1);
    CHECK(reading.not_modelled == Words{"--segment", "--nodefile"});
}
