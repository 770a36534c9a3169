// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/slurm/site/limit_text.hpp"
#include "tests/fuzz/require.hpp"

/// Time limits, instants and sizes of memory in Slurm's formats.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    auto const text = as_text(data, size);
    auto const limit = limit_seconds(text);
    auto const minutes = limit_minutes(text);
    FUZZ_REQUIRE(limit.has_value() == minutes.has_value());
    if (limit && *limit != unlimited_time) {
        FUZZ_REQUIRE(*limit >= 0);
        FUZZ_REQUIRE(*minutes * 60 >= *limit);
        FUZZ_REQUIRE((*minutes - 1) * 60 < *limit);
        auto const back = limit_seconds(squeue_duration(Seconds{*limit}));
        FUZZ_REQUIRE(back == limit);
    }
    if (limit == unlimited_time) FUZZ_REQUIRE(minutes == unlimited_time);
    Clock const clock{Instant{1000}, Seconds{1'700'000'000}};
    for (auto const missing : {MissingDate::future, MissingDate::past}) {
        auto const at = parse_instant(text, clock, missing);
        if (!at) continue;
        auto const again = parse_instant(instant_text(*at, clock.origin), clock, missing);
        FUZZ_REQUIRE(again == at);
    }
    if (auto const megabytes = parse_megabytes(text)) {
        FUZZ_REQUIRE(*megabytes >= 0);
        FUZZ_REQUIRE(!size_text(*megabytes).empty());
    }
    return 0;
}
