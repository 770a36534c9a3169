// SPDX-License-Identifier: Apache-2.0
#include "sim/core/csv.hpp"

#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

std::vector<std::string> texts(std::vector<CsvCell> const& cells) {
    std::vector<std::string> out;
    for (CsvCell const& cell : cells) out.push_back(cell.text);
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a line is cut at its commas", "[core][unit]") {
    CHECK(texts(csv_cells("a,,b")) == Texts{"a", "", "b"});
    CHECK(texts(csv_cells("a,")) == Texts{"a", ""});
    CHECK(texts(csv_cells("")) == Texts{""});
}

TEST_CASE("quotes keep commas, blanks and doubled quotes", "[core][unit]") {
    CHECK(texts(csv_cells("\"b,\"\"c\"\"\",d")) == Texts{"b,\"c\"", "d"});
    CHECK(texts(csv_cells("\" a \",\"\"")) == Texts{" a ", ""});
    CHECK(csv_cell(csv_cells("\"b,\"\"c\"\"\"").front().text) == "\"b,\"\"c\"\"\"");
    CHECK(csv_cell("plain text") == "plain text");
    CHECK(csv_cell("a name ") == "\"a name \"");
    CHECK(csv_cells(csv_cell(" a name\t")).front().text == " a name\t");
}

TEST_CASE("blanks around unquoted text are dropped", "[core][unit]") {
    CHECK(texts(csv_cells(" a b ,\t\"c\" ,  \r")) == Texts{"a b", "c", ""});
}

TEST_CASE("a cell has its place in the line", "[core][unit]") {
    std::string_view const line = "id, \"two, three\" ,,x";
    auto const cells = csv_cells(line);
    REQUIRE(cells.size() == 4);
    CHECK(cells[1].where == "\"two, three\"");
    CHECK(cells[1].where.data() - line.data() == 4);
    CHECK(cells[2].where.empty());
    CHECK(cells[2].where.data() - line.data() == 18);
    CHECK(cells[3].where.data() - line.data() == 19);
}

TEST_CASE("records are read one after the other and may contain quoted line ends", "[core][unit]") {
    std::string_view text = "a,b\r\n\"two\nlines\",\n\nlast";
    CHECK(texts(take_csv_record(text).cells) == Texts{"a", "b"});
    CHECK(texts(take_csv_record(text).cells) == Texts{"two\nlines", ""});
    CHECK(texts(take_csv_record(text).cells) == Texts{""});
    CsvRecord const last = take_csv_record(text);
    CHECK(texts(last.cells) == Texts{"last"});
    CHECK_FALSE(last.open);
    CHECK(text.empty());
}

TEST_CASE("an unclosed quote is reported", "[core][unit]") {
    std::string_view text = "a,\"b\nc,d\n";
    CsvRecord const record = take_csv_record(text);
    CHECK(record.open);
    CHECK(texts(record.cells) == Texts{"a", "b\nc,d\n"});
    CHECK(text.empty());
}

TEST_CASE("no cell becomes a formula, and each is read back as it was", "[core][unit]") {
    CHECK(csv_cell("=1+2") == "'=1+2");
    CHECK(csv_cell("@SUM(A1,A2)") == "\"'@SUM(A1,A2)\"");
    CHECK(csv_cell("-5") == "-5");
    CHECK(csv_cell("+1.5e3") == "+1.5e3");
    CHECK(csv_cell("-") == "-");
    CHECK(csv_cell("--ntasks=2") == "'--ntasks=2");
    CHECK(csv_cell("+3 %") == "'+3 %");
    for (std::string const text : {"=1",
                                   "'=1",
                                   "''=1",
                                   "-x",
                                   "--nodes=2 --gres=gpu:1",
                                   "@a,b",
                                   "'plain",
                                   "-5",
                                   "-",
                                   "=cmd|' /C calc'!A0"}) {
        CAPTURE(text);
        CHECK(csv_cells(csv_cell(text)).front().text == text);
    }
}
