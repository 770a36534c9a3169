// SPDX-License-Identifier: Apache-2.0
#include "sim/core/base64.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("base64 gives the bytes of RFC 4648's examples", "[core][unit]") {
    CHECK(from_base64("") == "");
    CHECK(from_base64("Zg==") == "f");
    CHECK(from_base64("Zm8=") == "fo");
    CHECK(from_base64("Zm9vYmFy") == "foobar");
    CHECK(from_base64("Zm8") == "fo");
    CHECK(from_base64("AP/+") == std::string("\0\xFF\xFE", 3));
}

TEST_CASE("what is no base64 gives nothing", "[core][unit]") {
    for (char const* const text : {"Z", "Zg=", "Zg===", "Zm9v YmFy", "Zg==Zg==", "Zm9v\n", "_-8="})
        CHECK(from_base64(text) ==
              (std::string_view(text) == "Zg=" ? std::optional<std::string>("f") : std::nullopt));
}
