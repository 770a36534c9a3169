// SPDX-License-Identifier: Apache-2.0
#include "sim/report/printed_answer.hpp"

#include "tests/support/catch.hpp"

#include <string>

namespace clustersim {
namespace {

PrintedAnswer sample_answer() {
    Table table;
    table.add_column("name", false);
    table.add_column("value");
    table.rows = {{"a|b", "1"}, {"Łódź", "20"}};
    table.keys = 1;
    PrintedAnswer answer{{table, {Format::csv, Format::table, Format::markdown, Format::latex}}};
    add_text(answer, "50 % of a_b\n");
    answer.push_back({"##\n", {Format::table}, false});
    answer.push_back({"██\n", {Format::table}, true});
    return answer;
}

std::string message_of(std::string const& json) {
    auto const answer = read_answer(json, "r/answer.json");
    REQUIRE_FALSE(answer);
    Diagnostic const& first = answer.error().items().front();
    CHECK(first.where.file == "r/answer.json");
    CHECK(first.code == Code::cannot_read);
    return first.message;
}

}  // namespace

TEST_CASE("a stored answer prints as the answer itself in every format and width",
          "[report][unit]") {
    PrintedAnswer const answer = sample_answer();
    auto const stored = read_answer(answer_json(answer), "answer.json");
    REQUIRE(stored);
    for (Format::Kind const kind : {Format::table, Format::csv, Format::markdown, Format::latex}) {
        for (std::size_t const width : {40U, 80U}) {
            for (bool const utf8 : {false, true}) {
                Format format{kind, width};
                format.utf8 = utf8;
                CHECK(to_text(*stored, format) == to_text(answer, format));
            }
        }
    }
    CHECK(answer_json(*stored) == answer_json(answer));
}

TEST_CASE("an answer has the parts of the format alone", "[report][unit]") {
    Format ascii = Format::table;
    ascii.utf8 = false;
    CHECK(to_text(sample_answer(), ascii).ends_with("50 % of a_b\n##\n"));
    CHECK(to_text(sample_answer(), Format::table).ends_with("50 % of a_b\n██\n"));
    CHECK(to_text(sample_answer(), Format::csv) == "name,value\na|b,1\nŁódź,20\n");
    CHECK(to_text(sample_answer(), Format::latex).find("50 \\% of a\\_b") != std::string::npos);
}

TEST_CASE("what is no stored answer is refused", "[report][unit]") {
    CHECK(message_of("").starts_with("this is no stored answer"));
    CHECK(message_of("{}").starts_with("this is no stored answer"));
    CHECK(message_of(R"({"schema":"clustersim/answer/9"})").starts_with("another version"));
    CHECK(message_of(R"({"schema":"clustersim/answer/1","parts":[{"formats":["csv"],"text":3}]})")
              .starts_with("this is no stored answer"));
    CHECK(message_of(R"({"schema":"clustersim/answer/1","parts":[{"formats":["csv"],"table":)"
                     R"({"columns":[{"title":"a","right":true}],"rows":[["1","2"]]}}]})")
              .starts_with("a table of this answer"));
    CHECK(message_of(R"({"schema":"clustersim/answer/1","parts":[{"formats":["csv"],"table":)"
                     R"({"columns":[{"title":"a","right":true}],"rows":[["1"]],"keys":2}}]})")
              .starts_with("a table of this answer"));
}

}  // namespace clustersim
