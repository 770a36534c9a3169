// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacct_dump.hpp"

#include "sim/slurm/read/accounting/jobs_csv.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/slurm/read/accounting/problem_lines.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Result<ImportedJobs> from_dump(std::string const& text, DumpOptions const& options = {}) {
    ScratchFolder const folder;
    return read_sacct_dump(folder.write("dump.txt", text), options);
}

constexpr char const* header =
    "State|JobIDRaw|JobName|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|"
    "TimelimitRaw|ReqNodes|NNodes|ReqCPUS|NCPUS|ReqMem|ReqTRES|AllocTRES|ExitCode|NodeList|"
    "MaxRSS\n";
constexpr char const* first_row =
    "COMPLETED|17|train|ann|chem|batch|normal|2024-01-31T12:00:00|2024-01-31T12:00:00|"
    "2024-01-31T13:00:00|2024-01-31T13:10:00|600|90|2|2|16|16|64G|"
    "billing=16,cpu=16,gres/gpu:a100=8,gres/gpu=8,license/m=2,mem=64G,node=2||0:0|n[1-2]|4K\n";

}  // namespace

TEST_CASE("it reads jobs as sacct prints them, fields in any order", "[slurm_import][unit]") {
    auto const read = from_dump(
        std::string(header) + first_row +
        "FAILED|18|x|bob|bio|batch,long|high|2024-01-31T11:59:50|2024-01-31T12:30:00|"
        "2024-02-01T00:00:00|2024-02-01T00:00:05|5|UNLIMITED|1|3|40|40|4000Mc|||0:9|n[3-5]|\n"
        "TIMEOUT|19|x|bob|bio|batch||2024-01-31T12:00:10|Unknown|2024-01-31T12:00:20|"
        "2024-01-31T12:10:40|620|10|1|1|4|4|16Gn|||0:0|n3|\n"
        "COMPLETED|17.batch|batch||||||||||||||||||||\n"
        "PENDING|20|x|bob|bio|batch||2024-01-31T12:00:10|Unknown|Unknown|Unknown|0||1|1|4|4|"
        "0|||0:0|None assigned|\n"
        "RUNNING|21|x|bob|bio|batch||2024-01-31T12:00:10|2024-01-31T12:00:10|"
        "2024-01-31T12:00:20|Unknown|99|Partition_Limit|1|1|4|4|0|||0:0|n1|\n"
        "CANCELLED by 1000|22|x|bob|bio|batch||2024-01-31T12:00:10|2024-01-31T12:00:10|"
        "2024-01-31T12:00:20|2024-01-31T12:00:29|9|Partition_Limit|1|1|4|4|0|||0:15|n1|\n");
    if (!read) FAIL(to_text(read.error()));
    REQUIRE(read->jobs.size() == 4);
    CHECK(read->origin == "2024-01-31T11:59:50");
    CHECK(read->ignored == std::vector<std::string>{"MaxRSS"});
    CHECK(read->notes.items().size() == 3);

    auto const& failed = read->jobs[0];
    CHECK(failed.request.number == 18);
    CHECK(failed.request.submit == Instant{0});
    CHECK(failed.request.begin == Instant{1810});
    CHECK(failed.request.time_minutes == 0);
    CHECK(failed.request.partition == "batch,long");
    CHECK(!failed.request.min_nodes);
    CHECK(failed.request.ntasks == 40);
    CHECK(failed.request.mem_per_cpu_mb == 4000);
    CHECK(failed.request.exit_code == 1);

    auto const& train = read->jobs[1];
    CHECK(train.request.number == 17);
    CHECK(train.request.submit == Instant{10});
    CHECK(!train.request.begin);
    CHECK(train.request.min_nodes == 2);
    CHECK(train.request.ntasks_per_node == 1);
    CHECK(train.request.cpus_per_task == 8);
    CHECK(train.request.mem_per_node_mb == 32768);
    CHECK(train.request.time_minutes == 90);
    CHECK(train.request.run_times == std::vector<Seconds>{{600}});
    CHECK(train.request.licenses == "m:2");
    REQUIRE(train.request.gres.size() == 1);
    CHECK(train.request.gres[0].type == "a100");
    CHECK(train.request.gres[0].count == 4);
    CHECK(train.recorded.start == Instant{3610});
    CHECK(train.recorded.end == Instant{4210});
    CHECK(train.recorded.state == "COMPLETED");
    CHECK(train.recorded.nodes == "n[1-2]");

    auto const& timeout = read->jobs[2];
    CHECK(timeout.request.run_times == std::vector<Seconds>{{660}});
    CHECK(timeout.request.mem_per_node_mb == 16384);
    auto const& cancelled = read->jobs[3];
    CHECK(cancelled.recorded.state == "CANCELLED");
    CHECK(!cancelled.request.time_minutes);
    CHECK(cancelled.request.mem_per_node_mb == 0);
}

TEST_CASE("it hashes names with a key, equally in all files", "[slurm_import][unit]") {
    auto const read = from_dump(std::string(header) + first_row, {.hash_key = "k"});
    REQUIRE(read);
    auto const& job = read->jobs.front().request;
    CHECK(job.user == NameHash("k").user("ann"));
    CHECK(job.account == NameHash("k").account("chem"));
    CHECK(job.user.size() == 13);
    CHECK(job.user != NameHash("other").user("ann"));
    CHECK(NameHash("k").user("ann").substr(1) != NameHash("k").account("ann").substr(1));
    CHECK(NameHash("k").user("root") == "root");
    CHECK(job.name.empty());
    CHECK(job.partition == "batch");
}

TEST_CASE("it computes SHA-256", "[slurm_import][unit]") {
    // Examples of FIPS 180-4 and its accompanying pages.
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("it reports all broken rows with their places, or leaves them out",
          "[slurm_import][unit]") {
    std::string const text =
        "JobID|Submit|Start|End|NNodes|ReqMem\n"
        "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|1|1G\n"
        "2|2024-01-31T12:00:00|2024-01-31T12:00:00\n"
        "x3|yesterday|2024-01-31T12:00:00|2024-01-31T12:00:09|one|1G\n"
        "4|2024-01-31T12:00:00|2024-01-31T11:00:00|2024-01-31T12:00:09|1|much\n"
        "5|2024-01-31T12:00:00|2024-01-31T11:00:00|2024-01-31T12:00:09|1|1G\n"
        "6||2024-01-31T11:00:00|2024-01-31T12:00:09|1|1G\n";
    auto const read = from_dump(text);
    REQUIRE(!read);
    CHECK(problem_lines(read.error()) ==
          std::vector<std::string>{
              "dump.txt:3:1: 3 cells for 6 fields",
              "dump.txt:4:1: JobID is \"x3\"",
              "dump.txt:4:4: Submit is \"yesterday\"",
              "dump.txt:4:54: NNodes is \"one\"",
              "dump.txt:5:65: ReqMem is \"much\"",
              "dump.txt:6:1: the job starts before its submission, or ends before its start",
              "dump.txt:7:1: a job without a submit time"});
    auto const rest = from_dump(text, {.skip_broken = true, .hash_key = {}});
    REQUIRE(rest);
    CHECK(rest->jobs.size() == 1);
    CHECK(rest->notes.items().front().message == "left out: 5 broken rows");
}

TEST_CASE("a run time or memory that is no number is reported", "[slurm_import][unit]") {
    for (std::string const wrong : {"nan", "inf", "-1", "1e300", "nanK"}) {
        CAPTURE(wrong);
        auto const read =
            from_dump("JobID|Submit|Start|End|ElapsedRaw|ReqMem\n"
                      "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|" +
                      wrong +
                      "|1G\n"
                      "2|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|9|" +
                      wrong + "\n");
        REQUIRE(!read);
        CHECK(read.error().items().size() == 2);
    }
    CHECK(!from_dump("JobID|Submit|Start|End|ElapsedRaw\n"
                     "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|567995400\n"));
    CHECK(!from_dump("JobID|Submit|Start|End|AllocTRES\n"
                     "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|gres/-pu=4\n"));
    CHECK(from_dump("JobID|Submit|Start|End|AllocTRES\n"
                    "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|gres/gpu=4\n"));
    CHECK(!from_dump("JobID|Submit|Start|End|End\n"
                     "1|2024-01-31T12:00:00|2024-01-31T12:00:00|2024-01-31T12:00:09|\n"));
}

TEST_CASE("it distinguishes array tasks, and accepts lines that end with a separator",
          "[slurm_import][unit]") {
    auto const read = from_dump("JobID|Submit|Start|Elapsed|\n"
                                "12_3|2024-01-31T12:00:00|2024-01-31T12:00:00|00:12:34|\n"
                                "12_4|2024-01-31T12:00:00|2024-01-31T12:00:00|1-02:03:04|\n");
    REQUIRE(read);
    REQUIRE(read->jobs.size() == 2);
    CHECK(read->jobs[0].request.number == 12);
    CHECK(read->jobs[1].request.number == 13);
    CHECK(read->jobs[1].request.run_times == std::vector<Seconds>{{93784}});
}

TEST_CASE("it reports the fields that a dump must have", "[slurm_import][unit]") {
    auto const read = from_dump("User|Account\nann|chem\n");
    REQUIRE(!read);
    CHECK(read.error().items().size() == 4);
    CHECK(!from_dump("JobID|Submit|Start|End\n"));
}

TEST_CASE("it accepts a state cut by a narrow column and refuses an unknown one",
          "[slurm_import][unit]") {
    auto const row = [](std::string const& state) {
        return from_dump("JobIDRaw|User|Partition|Submit|Start|End|NNodes|NCPUS|State\n1|a|p|"
                         "2024-01-31T12:00:00|2024-01-31T12:00:10|2024-01-31T12:10:10|1|4|" +
                         state + "\n");
    };
    CHECK(row("COMPLETED").has_value());
    CHECK(row("CANCELLED+").has_value());
    CHECK(row("OUT_OF_ME+").has_value());
    CHECK(!row("COMPLETD").has_value());
    CHECK(!row("+").has_value());
}

TEST_CASE("the table of a dump is the jobs.csv of its jobs", "[slurm_import][unit]") {
    ScratchFolder const folder;
    auto const file = folder.write(
        "dump.txt",
        std::string(header) +
            "FAILED|18|a,b|bob|bio|batch|high|2024-01-31T12:59:50|2024-01-31T13:30:00|"
            "2024-02-01T00:00:00|2024-02-01T00:00:05|5|UNLIMITED|1|3|40|40|4000Mc|||0:9|n[3-5]|\n" +
            first_row);
    auto const jobs = read_sacct_dump(file);
    auto const table = read_sacct_table(file);
    REQUIRE(jobs);
    REQUIRE(table);
    CHECK(table->jobs.csv() == write_jobs_csv(jobs->jobs));
    CHECK(table->jobs.size() == 2);
    CHECK(table->jobs.last() - table->jobs.first() == Seconds{3590});
    CHECK(table->remarks.origin == jobs->origin);
    CHECK(table->remarks.ignored == jobs->ignored);
}

TEST_CASE("memory with the flag of memory per CPU is that of a CPU", "[slurm_import][unit]") {
    auto const per_cpu = [](std::string const& memory) {
        auto const read = from_dump(
            "JobIDRaw|Submit|Start|End|State|NNodes|ReqCPUS|ReqMem\n1|2024-01-31T12:00:00|"
            "2024-01-31T12:00:00|2024-01-31T13:00:00|COMPLETED|1|2|" +
            memory + "\n");
        if (!read) FAIL(to_text(read.error()));
        return read->jobs[0].request.mem_per_cpu_mb;
    };
    CHECK(per_cpu("2147486648Mn") == 3000);
    CHECK(per_cpu("2097156Gn") == 4096);
    CHECK(per_cpu("9223372036854778808M") == 3000);
    CHECK(per_cpu("3000Mc") == 3000);
    CHECK_FALSE(per_cpu("2097151Mn").has_value());
}
