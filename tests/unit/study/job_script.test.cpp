// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_script.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/commands/advise/script_text.hpp"

using namespace clustersim;

namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the options of a script are read with their places", "[advise][unit]") {
    JobScript const script = script_of("#SBATCH -N 2 --ntasks-per-node=4   # tasks\n"
                                       "# a comment\n"
                                       "\n"
                                       "#SBATCH --time=1:30:00\n"
                                       "srun ./a.out\n");
    CHECK(script.request.min_nodes == 2);
    CHECK(script.request.ntasks_per_node == 4);
    CHECK(script.request.time_minutes == 90);
    CHECK(script.place_of({"nodes"}).line == 2);
    CHECK(script.place_of({"nodes"}).column == 9);
    CHECK(script.place_of({"nodes"}).length == 24);
    CHECK(script.place_of({"mem", "time"}).line == 5);
    CHECK(script.place_of({"mem"}).line == 0);
    CHECK(script.remarks.empty());
    REQUIRE(script.steps.size() == 1);
    CHECK(script.steps.front().place.line == 6);
}

TEST_CASE("options of the command line replace those of the script", "[advise][unit]") {
    JobScript const script =
        script_of("#SBATCH --time=10\n#SBATCH --mem=4G\n", "-t 20 --mem-per-cpu=1G");
    CHECK(script.request.time_minutes == 20);
    CHECK_FALSE(script.request.mem_per_node_mb);
    CHECK(script.request.mem_per_cpu_mb == 1024);
    CHECK(script.place_of({"time"}).source->name == "--sbatch");
    CHECK(script.remarks.empty());
}

TEST_CASE("what sbatch would not obey is said at its line", "[advise][unit]") {
    JobScript const script = script_of("#SBATCH --gpu-per-node=1\n"
                                       " #SBATCH --nodes=3\n"
                                       "#SBATCH -A <project>\n"
                                       "#SBATCH --time=$LIMIT\n"
                                       "#SBATCH --network=x\n"
                                       "true\n"
                                       "#SBATCH --nodes=4\n");
    CHECK_FALSE(script.request.min_nodes);
    CHECK(script.request.account.empty());
    CHECK(remarks_of(script.remarks, Severity::note) ==
          Lines{"4: <project> is a placeholder: read as if --account were not given",
                "6: --network is not simulated"});
    CHECK(remarks_of(script.remarks, Severity::warning) ==
          Lines{"2: sbatch of Slurm up to 24.11 has no option --gpu-per-node, and refuses it",
                "3: sbatch ignores this line, because it does not begin with #SBATCH",
                "5: sbatch does not expand variables here",
                "8: sbatch ignores this line, because it comes after the first command"});
    CHECK(remarks_of(script.remarks, Severity::error) ==
          Lines{"5: Invalid --time specification \"$LIMIT\""});
}

TEST_CASE("memory options exclude each other across lines", "[advise][unit]") {
    JobScript const script =
        script_of("#SBATCH --mem=4G\n#SBATCH --mem=5G\n#SBATCH --mem-per-gpu=1G\n");
    CHECK(remarks_of(script.remarks, Severity::error) ==
          Lines{"4: --mem and --mem-per-gpu exclude each other"});
}

TEST_CASE("the form of a script is checked as sbatch does", "[advise][unit]") {
    slurm::Clock const clock{};
    auto const read = [&](std::string_view text) {
        return read_job_script(text, "job.sbatch", "", clock);
    };
    auto const without = read("#SBATCH -n 2\n");
    REQUIRE(without);
    CHECK(remarks_of(without->remarks, Severity::error) ==
          Lines{"1: sbatch refuses a script whose first line names no interpreter"});
    auto const dos = read("#!/bin/sh\r\n#SBATCH -n 2\r\n");
    REQUIRE(dos);
    CHECK(dos->request.ntasks == 2);
    CHECK(remarks_of(dos->remarks, Severity::error) ==
          Lines{"1: sbatch refuses a script with DOS line breaks (\\r\\n)"});
    auto const later = read("#!/bin/sh\n#SBATCH -n 2\r\n");
    REQUIRE(later);
    CHECK(remarks_of(later->remarks, Severity::error) ==
          Lines{"2: sbatch refuses a script with DOS line breaks (\\r\\n)"});
    auto const mark = read("\xEF\xBB\xBF#!/bin/sh\n#SBATCH -n 2\n");
    REQUIRE(mark);
    CHECK(mark->request.ntasks == 2);
    CHECK(remarks_of(mark->remarks, Severity::error).size() == 1);
    CHECK_FALSE(read("#!/bin/sh\n#SBATCH --nodes={{ nodes }} --mem={{ mem }}\n"));
    auto const none = read("just a note\n");
    REQUIRE_FALSE(none);
    CHECK(says(none.error().items().front().message, "no job script"));
    CHECK_FALSE(read(std::string_view("#!/bin/sh\n\0", 11)));
    CHECK(remarks_of(script_of("#SBATCH hetjob\n").remarks, Severity::error) ==
          Lines{"2: a heterogeneous job is not simulated"});
}
