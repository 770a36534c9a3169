// SPDX-License-Identifier: Apache-2.0
#include "sim/core/printable.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("what a terminal would obey is escaped", "[core][unit]") {
    CHECK(printable_line("a\x1b[31mb\x07") == "a\\x1b[31mb\\x07");
    CHECK(printable_line("a\nb\tc\rd\x7f") == "a\\nb\\tc\\rd\\x7f");
    CHECK(printable_line("\xC2\x9B"
                         "31m") == "\\u009b31m");
    CHECK(printable_line("\xE2\x80\xAE"
                         "x") == "\\u202ex");
    CHECK(printable_line("\x9B\xC2") == "\\x9b\\xc2");
    CHECK(printable_line("4 × A100 – 5 µs") == "4 × A100 – 5 µs");
    CHECK(printable_line("😀") == "😀");
}

TEST_CASE("a whole output keeps its lines and tabs", "[core][unit]") {
    CHECK(printable_text("a\tb\nc\r\x1b\n") == "a\tb\nc\\r\\x1b\n");
}

TEST_CASE("a text for XML is legal there", "[core][unit]") {
    CHECK(xml_text("<a & \"b\">") == "&lt;a &amp; &quot;b&quot;&gt;");
    CHECK(xml_text("a\x1b\x01\xFF"
                   "b\n") == "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                             "b&#10;");
    CHECK(xml_text("µ") == "µ");
}
