// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_folder.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace clustersim::slurm {

namespace {

namespace fs = std::filesystem;

/// A folder that is removed at the end.
class Scratch {
  public:
    Scratch()
        : path_(fs::temp_directory_path() / ("queue-folder-test-" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
    }
    ~Scratch() { fs::remove_all(path_); }
    Scratch(Scratch const&) = delete;
    Scratch& operator=(Scratch const&) = delete;
    [[nodiscard]] fs::path const& path() const { return path_; }

  private:
    fs::path path_;
};

void write(QueueSnapshot const& snapshot, fs::path const& folder) {
    for (auto const& [name, text] : queue_folder_files(snapshot))
        std::ofstream(folder / name) << text;
}

}  // namespace

TEST_CASE("a folder gives the snapshot that was written", "[snapshot]") {
    for (auto const* const name :
         {"W05-4000.tar.gz", "W06-8000.tar.gz", "W07-5000.tar.gz", "W20-4000.tar.gz"}) {
        INFO(name);
        auto const read =
            read_queue_archive(std::string(PROJECT_DIR) + "/tests/conformance/snapshots/" + name);
        REQUIRE(read);
        Scratch const scratch;
        write(read->snapshot, scratch.path());
        auto const again = read_queue_folder(scratch.path());
        if (!again) FAIL(to_text(again.error()));
        CHECK(again->site == read->snapshot.site);
        CHECK(again->queue.now == read->snapshot.queue.now);
        CHECK(again->queue.jobs.size() == read->snapshot.queue.jobs.size());
        CHECK(again->phases.backfill == read->snapshot.phases.backfill);
        CHECK(again->origin == read->snapshot.origin);
        // The same bytes again: every column and key is read as it was written.
        CHECK(queue_folder_files(*again) == queue_folder_files(read->snapshot));
    }
}

TEST_CASE("wrong cells of a folder are reported with their places", "[snapshot]") {
    auto const read = read_queue_archive(std::string(PROJECT_DIR) +
                                         "/tests/conformance/snapshots/W05-4000.tar.gz");
    REQUIRE(read);
    Scratch const scratch;
    write(read->snapshot, scratch.path());
    std::ofstream(scratch.path() / "jobs.csv")
        << "job_id,submit_s,state,start_s\n1,5,RUNNING,soon\n2,5,SLEEPING,7\n";
    auto const again = read_queue_folder(scratch.path());
    REQUIRE_FALSE(again);
    auto const text = to_text(again.error());
    CHECK(text.find("jobs.csv:2:") != std::string::npos);
    CHECK(text.find("jobs.csv:3:") != std::string::npos);
}

}  // namespace clustersim::slurm
