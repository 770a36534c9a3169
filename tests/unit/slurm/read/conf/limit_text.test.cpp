// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/limit_text.hpp"

#include "tests/support/catch.hpp"

#include <utility>

using namespace clustersim::slurm;

TEST_CASE("reads the time limits of TV-54 as minutes, rounded up", "[slurm_conf][unit]") {
    for (auto const& [text, minutes] : {std::pair{"90", 90},
                                        {"90:30", 91},
                                        {"1:30:00", 90},
                                        {"1-0", 1440},
                                        {"1-2:30", 1590},
                                        {"0:30", 1},
                                        {"2-00:00:00", 2880},
                                        {"-1", -1},
                                        {"1-", 1440},
                                        {"1-2", 1560},
                                        {"0:90", 2},
                                        {"UNLIMITED", -1},
                                        {"infinite", -1}}) {
        CAPTURE(text);
        CHECK(limit_minutes(text) == minutes);
    }
}

TEST_CASE("refuses the texts of TV-54 that are not time limits", "[slurm_conf][unit]") {
    for (auto const* text : {"1:2:3:4", "abc", "1-2-3", ":30", "", "-2", "1:-2", "3 "}) {
        CAPTURE(text);
        CHECK_FALSE(limit_minutes(text).has_value());
    }
}

TEST_CASE("keeps the seconds of a limit if requested", "[slurm_conf][unit]") {
    CHECK(limit_seconds("0:30") == 30);
    CHECK(limit_seconds("1-2:30:15") == 95415);
}
