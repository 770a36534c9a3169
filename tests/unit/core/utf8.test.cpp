// SPDX-License-Identifier: Apache-2.0
#include "sim/core/utf8.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("text in UTF-8 is accepted", "[core][unit]") {
    CHECK_FALSE(first_invalid_utf8(""));
    CHECK_FALSE(first_invalid_utf8("plain"));
    CHECK_FALSE(first_invalid_utf8("5 µs – 10 €, 𝛼"));
}

TEST_CASE("the first byte that is not UTF-8 is found", "[core][unit]") {
    CHECK(first_invalid_utf8("caf\xe9") == 3U);           // Latin-1
    CHECK(first_invalid_utf8("a\xc0\x80") == 1U);         // overlong
    CHECK(first_invalid_utf8("\xe0\x9f\xbf") == 0U);      // overlong
    CHECK(first_invalid_utf8("\xed\xa0\x80") == 0U);      // surrogate
    CHECK(first_invalid_utf8("\xf4\x90\x80\x80") == 0U);  // beyond U+10FFFF
    CHECK(first_invalid_utf8("ab\xe2\x82") == 2U);        // cut off
    CHECK(first_invalid_utf8("\x80") == 0U);
}

TEST_CASE("other text is taken for Latin-1", "[core][unit]") {
    CHECK(as_utf8("plain, \u00e9") == "plain, \u00e9");
    CHECK(as_utf8("d\xe9"
                  "faut \xff") == "d\u00e9faut \u00ff");
    CHECK(as_utf8("\xe9\xe8") == "\u00e9\u00e8");
}
