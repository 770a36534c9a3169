// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/past_submissions.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <set>
#include <string>

namespace clustersim {

namespace {

constexpr Seconds day_long{86400}, hour_long{3600};
constexpr Instant snapshot_time{100 * 86400 + 8 * 3600};

slurm::QueueSnapshot empty_queue() {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(4, 4);
    snapshot.queue.now = snapshot_time;
    return snapshot;
}

/// One job at the beginning of each hour before the snapshot; its limit in minutes is the hour's number.
PastJobs hourly(std::int64_t hours) {
    PastJobs past;
    past.name = "sacct.txt";
    for (std::int64_t h = hours; h > 0; --h) {
        auto& one = past.submissions.emplace_back();
        one.request.submit = snapshot_time - Seconds{h * hour_long.count};
        one.request.user = "ann";
        one.request.time_minutes = 1000 + h;
        if (h > 2) one.run = Seconds{60 * h};
    }
    return past;
}

struct Case {
    slurm::QueueSnapshot snapshot = empty_queue();
    PastJobs past;
    RunLengths runs;
    explicit Case(std::int64_t hours)
        : past(hourly(hours)), runs(snapshot.site, past.submissions, nullptr, 1) {}
};

}  // namespace

TEST_CASE("the future repeats a past week at the same hour of the same day", "[forecast]") {
    Case const one(3 * 7 * 24);
    auto const later = PastSubmissions::from(one.past, one.snapshot, one.runs);
    REQUIRE(later);
    CHECK(later->source().find("1 an hour on average, those of 3 past weeks of sacct.txt") !=
          std::string::npos);
    std::set<std::int64_t> weeks;
    for (std::uint64_t number = 0; number < 20; ++number) {
        auto const stream = later->future(1, number);
        std::optional<std::int64_t> first;
        for (std::int64_t h = 0; h < 7 * 24; ++h) {
            REQUIRE(stream->next() == snapshot_time + Seconds{h * hour_long.count});
            auto const request = stream->take();
            auto const was = *request.time_minutes - 1000;  // so many hours before the snapshot
            if (!first) first = was;
            CHECK(was == *first - h);
            CHECK(was % (7 * 24) == (7 * 24 - h) % (7 * 24));
            REQUIRE(request.run_times.size() == 1);
            if (was > 2) CHECK(request.run_times.front() == Seconds{60 * was});
        }
        weeks.insert(*first / (7 * 24));
        // The next week is another draw, and follows without a gap.
        CHECK(stream->next() == snapshot_time + Seconds{7 * day_long.count});
    }
    CHECK(weeks == std::set<std::int64_t>{1, 2, 3});
}

TEST_CASE("of a log shorter than a week the days repeat; of one shorter than a day nothing",
          "[forecast]") {
    Case const days(50);
    auto const later = PastSubmissions::from(days.past, days.snapshot, days.runs);
    REQUIRE(later);
    CHECK(later->source().find("2 past days") != std::string::npos);
    auto const stream = later->future(7, 3);
    for (std::int64_t h = 0; h < 100; ++h) {
        REQUIRE(stream->next() == snapshot_time + Seconds{h * hour_long.count});
        CHECK((*stream->take().time_minutes - 1000) % 24 == (100 * 24 - h) % 24);
    }
    Case const hours(20);
    CHECK(PastSubmissions::from(hours.past, hours.snapshot, hours.runs) == nullptr);
}

TEST_CASE("a log of sacct gives the past of its cluster and nothing after the snapshot",
          "[forecast]") {
    auto snapshot = empty_queue();
    snapshot.origin = 1'700'000'000;
    snapshot.queue.now = Instant{1000};  // 2023-11-14T22:30:00
    ScratchFolder const folder;
    auto const path = folder.path() / "sacct.txt";
    {
        std::ofstream file(path);
        file << "JobIDRaw|User|Account|Partition|Submit|Start|End|TimelimitRaw|ReqNodes|NNodes|"
                "ReqCPUS|"
                "NCPUS|State\n"
                "1|ann|a||2023-11-14T20:00:00|2023-11-14T20:01:00|2023-11-14T20:11:00|60|1|1|4|4|"
                "COMPLETED\n"
                "2|bob|a|nowhere|2023-11-14T20:00:00|2023-11-14T20:01:00|2023-11-14T20:11:00|60|1|"
                "1|4|4|"
                "COMPLETED\n"
                "3|ann|a||2023-11-14T22:00:00|2023-11-14T22:01:00|2023-11-14T22:51:00|60|1|1|4|4|"
                "COMPLETED\n"
                "4|ann|a||2023-11-14T22:40:00|2023-11-14T22:41:00|2023-11-14T22:51:00|60|1|1|4|4|"
                "COMPLETED\n";
    }
    auto const past = read_past_jobs(path, {}, snapshot);
    REQUIRE(past);
    REQUIRE(past->submissions.size() == 2);
    CHECK(past->submissions[0].request.submit == snapshot.queue.now - Seconds{9000});
    CHECK(past->submissions[0].run == Seconds{600});
    CHECK_FALSE(past->submissions[1].run);  // it still ran at the snapshot
    REQUIRE_FALSE(past->notes.empty());
    CHECK(past->notes.back().find("1 past jobs are left out") == 0);

    snapshot.queue.now = Instant{-100'000};
    auto const nothing = read_past_jobs(path, {}, snapshot);
    REQUIRE_FALSE(nothing);
    CHECK(nothing.error().items().front().message.find("has no job before the snapshot") !=
          std::string::npos);
}

}  // namespace clustersim
