// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/line_source.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <string>
#include <string_view>
#include <vector>

using namespace clustersim;
using namespace std::string_view_literals;

namespace {

/// "one\ntwo\n" as gzip packs it: header, deflated data, CRC-32, length.
constexpr std::string_view packed =
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\xcf\x4b\xe5\x2a\x29"
    "\xcf\xe7\x02\x00\xe6\x0b\xba\x12\x08\x00\x00\x00"sv;

Result<std::vector<std::string>> lines_of(std::string_view text, std::size_t most = largest_trace) {
    ScratchFolder const folder;
    auto source = LineSource::open(folder.write("trace", text), most);
    if (!source) return failure(source.error());
    std::vector<std::string> lines;
    while (auto const line = source->next()) lines.emplace_back(*line);
    if (source->failure_reason()) return failure(*source->failure_reason());
    CHECK(source->line() == std::ssize(lines));
    return lines;
}

}  // namespace

TEST_CASE("lines end with a line feed, a carriage return or both", "[workload][unit]") {
    std::vector<std::string> const expected{"a", "", "b"};
    CHECK(lines_of("a\n\nb\n") == expected);
    CHECK(lines_of("\xEF\xBB\xBF"
                   "a\r\n\r\nb") == expected);
    CHECK(lines_of("a\r\rb\r") == expected);
    CHECK(lines_of("")->empty());
    // A line end that two blocks share is one.
    std::string const first((std::size_t{256} << 10) - 1, 'x');
    CHECK(lines_of(first + "\r\nb") == std::vector<std::string>{first, "b"});
}

TEST_CASE("packed lines are unpacked, members after each other too", "[workload][unit]") {
    std::string const one(packed);
    CHECK(lines_of(one) == std::vector<std::string>{"one", "two"});
    CHECK(lines_of(one + one + std::string(512, '\0')) ==
          std::vector<std::string>{"one", "two", "one", "two"});
}

TEST_CASE("packed contents that are damaged or cut are reported", "[workload][unit]") {
    std::string wrong(packed);
    wrong[wrong.size() - 5] ^= 1;  // of the checksum
    auto const damaged = lines_of(wrong);
    REQUIRE_FALSE(damaged);
    CHECK(damaged.error().items()[0].message.find("damaged") != std::string::npos);
    CHECK(damaged.error().fault() == Fault::io);
    CHECK_FALSE(lines_of(packed.substr(0, packed.size() - 1)));
    CHECK_FALSE(lines_of(std::string(packed) + "more"));
}

TEST_CASE("an endless or too large input is read up to a limit", "[workload][unit]") {
    CHECK_FALSE(lines_of(std::string(2000, '\n'), 1000));
    CHECK(lines_of(std::string(1000, '\n'), 1000)->size() == 1000);
    auto zeros = LineSource::open("/dev/zero");
    REQUIRE(zeros);
    CHECK_FALSE(zeros->next());
    CHECK(zeros->failure_reason());
    CHECK_FALSE(whole_text("/dev/zero"));
}
