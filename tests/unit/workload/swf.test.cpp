// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/swf.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>

using namespace clustersim;

namespace {

/// id submit wait run allocated cpu memory requested-size requested-time
std::string row(std::string const& nine_fields) {
    return nine_fields + " -1 1 1 1 -1 -1 -1 -1 -1\n";
}

class Trace {
  public:
    explicit Trace(std::string const& text) : path_(folder_.write("trace.swf", text)) {}
    [[nodiscard]] Result<SwfTrace> read(SwfOptions const& options) const {
        return read_swf(path_, options);
    }

  private:
    ScratchFolder folder_;
    std::filesystem::path path_;
};

std::vector<std::int64_t> ids_of(Result<SwfTrace> const& trace) {
    std::vector<std::int64_t> ids;
    for (Job const& job : trace.value().jobs) ids.push_back(job.id);
    return ids;
}

}  // namespace

TEST_CASE("rows end with a line feed, a carriage return or both", "[workload][unit]") {
    for (std::string const end : {"\n", "\r\n", "\r"}) {
        std::string text = "\xEF\xBB\xBF; a comment" + end;
        for (int i = 1; i <= 49; ++i)
            text += std::to_string(i) + " 0 0 60 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1" + end;
        CHECK(ids_of(Trace(text).read({.processors = 4})).size() == 49);
    }
}

TEST_CASE("a job's fields come from their columns", "[workload][unit]") {
    Trace const trace("; Version: 2.2\n" + row("3 50 7 100 8 -1 -1 4 200"));
    auto const read = trace.read({.processors = 100});
    REQUIRE(read);
    REQUIRE(read->jobs.size() == 1);
    Job const job = read->jobs[0];
    CHECK(job.id == 3);
    CHECK(job.submit == Instant{50});
    CHECK(job.run == Seconds{100});
    CHECK(job.requested == Seconds{200});
    CHECK(job.nodes == 4);
    CHECK(job.units == 1);
    CHECK(trace.read({.processors = 100, .size = SizeField::allocated})->jobs[0].nodes == 8);
    CHECK(read->odd_rows.empty());
}

TEST_CASE("an unknown size or time is taken from the other field", "[workload][unit]") {
    Trace const trace(row("1 0 -1 100 8 -1 -1 -1 -1") + row("2 0 -1 0 -1 -1 -1 4 0"));
    auto const requested = trace.read({.processors = 100});
    REQUIRE(requested);
    CHECK(requested->jobs[0].nodes == 8);
    CHECK(requested->jobs[0].requested == Seconds{100});
    CHECK(requested->jobs[1].requested ==
          Seconds{1});  // zero-length jobs stay and request one second
    CHECK(trace.read({.processors = 100, .size = SizeField::allocated})->jobs[1].nodes == 4);
}

TEST_CASE("jobs are sorted by submit time and id before they are limited", "[workload][unit]") {
    Trace const trace(row("9 50 -1 1 1 -1 -1 1 1") + row("2 70 -1 1 1 -1 -1 1 1") +
                      row("4 50 -1 1 1 -1 -1 1 1"));
    CHECK(ids_of(trace.read({.processors = 1})) == std::vector<std::int64_t>{4, 9, 2});
    CHECK(ids_of(trace.read({.processors = 1, .first = 2})) == std::vector<std::int64_t>{4, 9});
    CHECK(ids_of(trace.read({.processors = 1, .from = {51}, .first = 2})) ==
          std::vector<std::int64_t>{2});
}

TEST_CASE("odd rows are skipped, counted by reason and shown by line", "[workload][unit]") {
    Trace const trace(row("1 0 -1 10 1 -1 -1 1 10") +      // 1
                      row("2 0 -1 -1 1 -1 -1 1 10") +      // 2 unknown run time
                      row("3 0 -1 10 0 -1 -1 -1 10") +     // 3 no size
                      row("4 0 -1 10 9 -1 -1 9 10") +      // 4 too large
                      row("5 -3 -1 10 1 -1 -1 1 10") +     // 5 negative submit
                      "6 0 -1 10\n" +                      // 6 too few fields
                      row("7 zero -1 10 1 -1 -1 1 10") +   // 7 no number
                      row("8 1e300 -1 10 1 -1 -1 1 10") +  // 8 absurd
                      row("9 0 -1 -5 1 -1 -1 1 10") +      // 9 unknown run time
                      "\n \t\r\n;comment\n  ; comment\n" + row("10 1.9 -1 1e1 1 -1 -1 1 10"));
    auto const read = trace.read({.processors = 8});
    REQUIRE(read);
    CHECK(ids_of(read) == std::vector<std::int64_t>{1, 10});
    CHECK(read->jobs[1].submit == Instant{1});
    CHECK(read->jobs[1].run == Seconds{10});
    CHECK_FALSE(read->odd_rows.has_errors());
    CHECK(read->odd_rows.items().size() == 7);
    bool found = false;
    for (Diagnostic const& note : read->odd_rows.items()) {
        CHECK(note.code == Code::odd_rows);
        CHECK(note.severity == Severity::note);
        if (note.message != "2 rows skipped: the run time is negative, so unknown") continue;
        found = true;
        CHECK(note.where.line == 2);
        CHECK(note.help == "the first are in lines 2, 9");
    }
    CHECK(found);
}

TEST_CASE("a trace without a final line end is read completely", "[workload][unit]") {
    Trace const trace("1 0 -1 10 1 -1 -1 1 10\n2 5 -1 10 1 -1 -1 1 10");
    CHECK(ids_of(trace.read({.processors = 8})) == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a trace without a usable job is reported as CS0302", "[workload][unit]") {
    auto const* text = GENERATE("", "; only a comment\n", "nonsense\n", "1 0 -1 10 9 -1 -1 9 10\n");
    auto const read = Trace(text).read({.processors = 8});
    REQUIRE_FALSE(read);
    CHECK(read.error().fault() == Fault::invalid);
    CHECK(read.error().items().back().code == Code::no_jobs);
}

TEST_CASE("a missing file, a folder and a cut archive are reported as CS0001", "[workload][unit]") {
    ScratchFolder const scratch;
    std::ifstream whole(TEST_DATA_DIR "/replay/synthetic.swf.gz", std::ios::binary);
    std::string const bytes{std::istreambuf_iterator<char>(whole),
                            std::istreambuf_iterator<char>()};
    REQUIRE(bytes.size() > 1000);
    std::ofstream(scratch.path() / "cut.swf.gz", std::ios::binary)
        << bytes.substr(0, bytes.size() / 2);
    for (auto const& path : {scratch / "absent.swf", scratch.path(), scratch / "cut.swf.gz"}) {
        auto const read = read_swf(path, {.processors = 1000});
        REQUIRE_FALSE(read);
        CHECK(read.error().items().front().code == Code::cannot_read);
        CHECK(read.error().fault() == Fault::io);
    }
}

TEST_CASE("endless text without line ends is refused", "[workload][unit]") {
    auto const read = Trace(std::string(3U << 20, '7')).read({.processors = 8});
    REQUIRE_FALSE(read);
    CHECK(read.error().items().front().code == Code::cannot_read);
}

TEST_CASE("limits that a trace does not give are assumed and counted", "[workload][unit]") {
    Trace const trace(row("1 0 7 120 1 -1 -1 1 -1") + row("2 0 7 120 1 -1 -1 1 240"));
    auto const read = trace.read({.processors = 4});
    REQUIRE(read);
    CHECK(read->jobs[0].requested == Seconds{120});
    REQUIRE(read->odd_rows.items().size() == 1);
    CHECK(read->odd_rows.items()[0].message ==
          "1 of 2 jobs have no requested time: their run time is taken, as if users had known it");
    auto const beyond = trace.read({.processors = 4, .limits_beyond_runs = true});
    REQUIRE(beyond);
    CHECK(beyond->jobs[0].requested == Seconds{121});
    CHECK(beyond->jobs[1].requested == Seconds{240});
}
