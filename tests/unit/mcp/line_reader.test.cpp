// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/line_reader.hpp"

#include "tests/support/catch.hpp"

#include <string>
#include <unistd.h>
#include <vector>

using namespace clustersim;

namespace {

/// What a reader makes of these bytes; "!" is a line that is too long.
std::vector<std::string> lines_of(std::string const& bytes, std::size_t limit) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    REQUIRE(write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    close(ends[1]);
    LineReader reader(ends[0], limit);
    std::vector<std::string> lines;
    while (auto const line = reader.next()) lines.push_back(line->too_long ? "!" : line->text);
    close(ends[0]);
    return lines;
}

}  // namespace

TEST_CASE("lines are read to the end of the input", "[mcp][unit]") {
    using Lines = std::vector<std::string>;
    CHECK(lines_of("", 9).empty());
    CHECK(lines_of("a\n\nb", 9) == Lines{"a", "", "b"});
    CHECK(lines_of("a\nb\n", 9) == Lines{"a", "b"});
}

TEST_CASE("a line that is too long is left out, and the next one is read", "[mcp][unit]") {
    CHECK(lines_of("12345\n123456\n1\n", 5) == std::vector<std::string>{"12345", "!", "1"});
    CHECK(lines_of("123456", 5) == std::vector<std::string>{"!"});
}
