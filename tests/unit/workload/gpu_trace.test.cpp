// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/gpu_trace.hpp"

#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace clustersim;

namespace {

/// A file that exists as long as the test.
class TemporaryFile {
  public:
    explicit TemporaryFile(std::string const& text) {
        path_ = std::filesystem::temp_directory_path() /
                ("clustersim-gpu-trace-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) +
                 ".csv");
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(TemporaryFile const&) = delete;
    TemporaryFile& operator=(TemporaryFile const&) = delete;
    [[nodiscard]] std::filesystem::path const& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

Code first_code(Result<GpuTrace> const& trace) {
    REQUIRE_FALSE(trace.has_value());
    return trace.error().items().front().code;
}

}  // namespace

TEST_CASE("a GPU trace is read by the names of its columns, in any order", "[workload][unit]") {
    TemporaryFile const file(
        "num_gpu,user,duration,submission_time\r\n8,\"u1\",100,50\r\n1,u2,7.2,9.9\r\n");
    auto const trace = read_gpu_trace(file.path());
    REQUIRE(trace.has_value());
    CHECK(trace->odd_rows.empty());
    CHECK(trace->jobs ==
          std::vector<Arrival>{{Instant{9}, Seconds{8}, 1}, {Instant{50}, Seconds{100}, 8}});
}

TEST_CASE("a GPU trace with dates counts from midnight of its first day", "[workload][unit]") {
    TemporaryFile const file(
        "timestamp,duration,num_gpus\n2017-10-02 00:00:05,60,1\n2017-10-01 23:00:00,30,2\n");
    auto const trace = read_gpu_trace(file.path());
    REQUIRE(trace.has_value());
    CHECK(trace->jobs ==
          std::vector<Arrival>{{Instant{82800}, Seconds{30}, 2}, {Instant{86405}, Seconds{60}, 1}});
}

TEST_CASE("odd rows of a GPU trace are skipped and counted, and the first ones shown",
          "[workload][unit]") {
    TemporaryFile const file("submit,duration,gpus\n"
                             "0,10,1\n"
                             "1,10\n"
                             "2,x,1\n"
                             "3,0,1\n"
                             "4,10,0\n"
                             "-5,10,1\n"
                             "6,10,1.5\n"
                             "7,nan,1\n"
                             "2020-01-01 00:00:00,10,1\n"
                             "\n"
                             "9,10,4\n");
    auto const trace = read_gpu_trace(file.path());
    REQUIRE(trace.has_value());
    CHECK(trace->jobs.size() == 2);
    auto const& notes = trace->odd_rows.items();
    REQUIRE(notes.size() == 6);
    CHECK_FALSE(trace->odd_rows.has_errors());
    CHECK(notes[0].where.line == 3);
    CHECK(notes[0].message == "row skipped: fewer columns than the header");
    CHECK(notes[1].message == "row skipped: a value is not a number");
    CHECK(notes[3].line_text == "4,10,0");
    CHECK(notes[5].message == "8 of 10 rows were skipped");
    for (auto const& note : notes) CHECK(note.code == Code::odd_rows);
}

TEST_CASE("a GPU trace that cannot be used gives the reason", "[workload][unit]") {
    CHECK(first_code(read_gpu_trace("no/such/file.csv")) == Code::cannot_read);
    CHECK(first_code(read_gpu_trace(std::filesystem::temp_directory_path())) == Code::cannot_read);
    TemporaryFile const empty("");
    CHECK(first_code(read_gpu_trace(empty.path())) == Code::no_jobs);
    TemporaryFile const only_header("submit,duration,gpus\n");
    CHECK(first_code(read_gpu_trace(only_header.path())) == Code::no_jobs);
    TemporaryFile const bad_header("when,duration,how_many\n1,2,3\n");
    auto const trace = read_gpu_trace(bad_header.path());
    CHECK(first_code(trace) == Code::missing_key);
    CHECK(trace.error().items().size() == 2);
}

TEST_CASE("the shipped trace is six whole weeks of 20830 jobs", "[workload][unit]") {
    auto const trace = read_gpu_trace(PROJECT_DIR "/workloads/traces/ms-itp-six-weeks.csv");
    REQUIRE(trace.has_value());
    CHECK(trace->odd_rows.empty());
    CHECK(trace->jobs.size() == 20830);
    CHECK(trace->jobs.front().submit >= Instant{0});
    CHECK(trace->jobs.back().submit < Instant{42 * 86400});
}
