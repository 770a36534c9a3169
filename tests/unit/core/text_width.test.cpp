// SPDX-License-Identifier: Apache-2.0
#include "sim/core/text_width.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("the width of a text counts columns of a terminal", "[core][unit]") {
    CHECK(text_width("") == 0);
    CHECK(text_width("wait") == 4);
    CHECK(text_width("185 µs – 2") == 10);
    CHECK(text_width("日本") == 4);
    CHECK(text_width("e\xCC\x81") == 1);  // an e with a combining accent
    CHECK(text_width("\xFF\xFE") == 2);   // no UTF-8: a column a byte
}

TEST_CASE("a text is wrapped at its blanks", "[core][unit]") {
    using Lines = std::vector<std::string>;
    CHECK(wrapped_text("one two three", 7) == Lines{"one two", "three"});
    CHECK(wrapped_text("one two three", 13) == Lines{"one two three"});
    CHECK(wrapped_text("a list:\none: two three\n\nfour", 8) ==
          Lines{"a list:", "one: two", "three", "", "four"});
    CHECK(wrapped_text("", 5) == Lines{""});
    CHECK(wrapped_text("      ", 5) == Lines{""});
    CHECK(longest_word("one three two") == 5);
}

TEST_CASE("a word wider than the line is broken between characters", "[core][unit]") {
    using Lines = std::vector<std::string>;
    CHECK(wrapped_text("a bcdefgh i", 3) == Lines{"a", "bcd", "efg", "h i"});
    CHECK(wrapped_text("ééééé", 2) == Lines{"éé", "éé", "é"});
    CHECK(wrapped_text("日本語", 1) == Lines{"日", "本", "語"});
}
