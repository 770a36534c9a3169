// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/result_folder.hpp"

#include "sim/report/result_mark.hpp"
#include "sim/report/result_scratch.hpp"
#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

using namespace clustersim;
namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
    fs::path path = fs::temp_directory_path() / "clustersim-result-folder-test";
    TemporaryFolder() {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    ~TemporaryFolder() { fs::remove_all(path); }
};

Study one_job() {
    Study study;
    study.title = "t";
    RunAnswer run;
    run.label = "nodes=2";
    JobOutcome outcome;
    outcome.job = "a";
    outcome.nodes = 2;
    outcome.gpus = 8;
    outcome.walltime = Seconds{7200};
    outcome.runtime = {seconds(3600), seconds(3600), seconds(3600)};
    outcome.samples = {{Instant{100}, Instant{160}}};
    outcome.samples.front().held = Seconds{3600};
    run.outcomes = {outcome};
    study.runs = {run};
    study.timeline.points = {{Instant{0}, 4, 0}, {Instant{10}, 8, 2}};
    return study;
}

StudyInputs inputs() {
    StudyInputs read;
    read.scenarios = {*parse_yaml("title: \"t: x\\nseed: 99\"\n", "s.yaml")};
    read.files = *parse_yaml("systems: {}\n", "files");
    return read;
}

Study incomplete() {
    Study study = one_job();
    study.complete = false;
    return study;
}

/// The hidden ones too.
std::size_t entries_of(fs::path const& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

std::string text_of(fs::path const& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a result folder holds the four files, and jobs.csv the times of each job",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "deep/r";
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    CHECK(
        text_of(folder / "jobs.csv").find("nodes=2,a,,0,100,160,3760,60,3600,3660,7200,2,8,1\n") !=
        std::string::npos);
    CHECK(text_of(folder / "timeline.csv") == "time_s,busy_units,queued_jobs\n0,4,0\n10,8,2\n");
    CHECK(text_of(folder / "run.json").find("clustersim/run/2") != std::string::npos);
    CHECK(text_of(folder / "summary.json").find("clustersim/result/1") != std::string::npos);
    // Nothing is left beside it.
    CHECK(std::distance(fs::directory_iterator(folder.parent_path()), {}) == 1);
}

TEST_CASE("an earlier result is replaced, a folder with anything else is not touched",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    std::ofstream(folder / "thesis.txt") << "mine";
    auto const refused = write_result_folder(folder, one_job(), inputs());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().fault() == Fault::io);
    CHECK(text_of(folder / "thesis.txt") == "mine");
}

TEST_CASE("if no folder can be created, nothing is left over", "[report][unit]") {
    TemporaryFolder const temporary;
    std::ofstream(temporary.path / "file") << "x";
    auto const refused = write_result_folder(temporary.path / "file" / "r", one_job(), inputs());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().code == Code::cannot_write);
}

TEST_CASE(
    "a trailing slash names the same folder, and a neighbouring folder is not taken for scratch",
    "[report][unit]") {
    TemporaryFolder const temporary;
    fs::create_directories(temporary.path / "r.writing");
    std::ofstream(temporary.path / "r.writing/mine.txt") << "mine";
    REQUIRE(write_result_folder(temporary.path / "r/", one_job(), inputs()));
    REQUIRE(write_result_folder(temporary.path / "r/", one_job(), inputs()));
    CHECK(fs::is_regular_file(temporary.path / "r/run.json"));
    CHECK(text_of(temporary.path / "r.writing/mine.txt") == "mine");
    CHECK(std::distance(fs::directory_iterator(temporary.path), {}) == 2);
}

TEST_CASE("the current folder is refused with a remedy", "[report][unit]") {
    for (char const* name : {".", "./", "..", "../"}) {
        auto const refused = write_result_folder(name, one_job(), inputs());
        REQUIRE_FALSE(refused);
        CHECK_FALSE(refused.error().items().front().help.empty());
    }
}

TEST_CASE("a folder without a result's mark is never touched", "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const study = temporary.path / "study";
    fs::create_directories(study);
    std::ofstream(study / "jobs.csv") << "an import of hours";
    CHECK_FALSE(check_result_folder(study));
    CHECK_FALSE(write_result_folder(study, one_job(), inputs()));
    CHECK(text_of(study / "jobs.csv") == "an import of hours");

    fs::path const odd = temporary.path / "odd";
    fs::create_directories(odd / "jobs.csv");
    std::ofstream(odd / "jobs.csv/mine.txt") << "mine";
    CHECK_FALSE(write_result_folder(odd, one_job(), inputs()));
    CHECK(text_of(odd / "jobs.csv/mine.txt") == "mine");
    CHECK(entries_of(temporary.path) == 2);
}

TEST_CASE("a file of a result that the user replaced is not overwritten", "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    std::ofstream(folder / "jobs.csv") << "an import of hours";
    auto const refused = write_result_folder(folder, one_job(), inputs());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().where.file == (folder / "jobs.csv").string());
    CHECK(text_of(folder / "jobs.csv") == "an import of hours");
}

TEST_CASE("an incomplete result replaces an incomplete one, never a complete one",
          "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    CHECK(*write_result_folder(folder, incomplete(), inputs()));
    CHECK(*write_result_folder(folder, incomplete(), inputs()));
    CHECK(*write_result_folder(folder, one_job(), inputs()));
    std::string const complete = text_of(folder / "run.json");
    auto const kept = write_result_folder(folder, incomplete(), inputs());
    REQUIRE(kept);
    CHECK_FALSE(*kept);
    CHECK(text_of(folder / "run.json") == complete);
    CHECK(entries_of(temporary.path) == 1);
}

TEST_CASE("a link to a folder stays a link, and a folder keeps its mode", "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const real = temporary.path / "shared/r";
    fs::create_directories(real);
    REQUIRE(chmod(real.c_str(), 02770) == 0);
    fs::create_directory_symlink("shared/r", temporary.path / "link");
    for (int i = 0; i < 2; ++i) {
        REQUIRE(write_result_folder(temporary.path / "link", one_job(), inputs()));
        CHECK(fs::is_symlink(temporary.path / "link"));
        CHECK(fs::is_regular_file(real / "run.json"));
        struct stat status {};
        REQUIRE(stat(real.c_str(), &status) == 0);
        CHECK((status.st_mode & 07777U) == 02770U);
        CHECK(entries_of(temporary.path / "shared") == 1);
    }
    fs::create_directory_symlink("nowhere", temporary.path / "dangling");
    CHECK_FALSE(check_result_folder(temporary.path / "dangling"));
    fs::create_directory_symlink("circle", temporary.path / "circle");
    CHECK_FALSE(check_result_folder(temporary.path / "circle"));
    CHECK_FALSE(check_result_folder(temporary.path / std::string(300, 'x')));
    CHECK(fs::is_symlink(temporary.path / "circle"));
}

TEST_CASE("leftovers of a killed run next to a result are restored or removed", "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    // Killed while it wrote.
    fs::path const part = temporary.path / "r.clustersim-part-Ab12xY";
    fs::create_directories(part / "new");
    std::ofstream(part / "new/jobs.csv") << "half";
    std::string const mark = "clustersim scratch folder; files in new/ and old/:\n";
    std::ofstream(part / "lock") << mark << "jobs.csv\nrun.json\nhal";
    // Killed between the two renames where folders cannot be exchanged: the only copy.
    fs::path const other = temporary.path / "r.clustersim-part-zz1234";
    fs::create_directories(other);
    std::ofstream(other / "lock") << mark << "jobs.csv\nrun.json\nsummary.json\ntimeline.csv\n";
    fs::rename(folder, other / "old");
    // Killed at once.
    fs::create_directories(temporary.path / "r.clustersim-part-000000");
    // Somebody else's.
    fs::create_directories(temporary.path / "r.clustersim-part-mine00");
    std::ofstream(temporary.path / "r.clustersim-part-mine00/notes.txt") << "mine";
    REQUIRE(check_result_folder(folder));
    CHECK(read_result_mark(folder));
    CHECK(text_of(temporary.path / "r.clustersim-part-mine00/notes.txt") == "mine");
    CHECK(entries_of(temporary.path) == 2);
}

TEST_CASE("files that another program is writing are not touched", "[report][unit]") {
    TemporaryFolder const temporary;
    fs::path const folder = temporary.path / "r";
    ResultScratch const writing(folder);
    REQUIRE(writing.error() == 0);
    auto const fresh = writing.make_fresh();
    REQUIRE(fresh);
    REQUIRE(write_result_folder(folder, one_job(), inputs()));
    CHECK(fs::is_directory(*fresh));
}

TEST_CASE("names with separators stay in their cells", "[report][unit]") {
    TemporaryFolder const temporary;
    Study study = one_job();
    study.runs.front().label = "a={nodes: 1, runtime: 1 h}";
    study.runs.front().outcomes.front().job = "say \"a\"";
    REQUIRE(write_result_folder(temporary.path / "r", study, inputs()));
    CHECK(text_of(temporary.path / "r/jobs.csv")
              .find("\"a={nodes: 1, runtime: 1 h}\",\"say \"\"a\"\"\",,0,100") !=
          std::string::npos);
}
