// SPDX-License-Identifier: Apache-2.0
#include "sim/core/diagnostic.hpp"

#include "sim/core/result.hpp"
#include "tests/support/catch.hpp"

#include <set>

using namespace clustersim;

namespace {

Diagnostic at(int line, int column, Code code = Code::unknown_key) {
    Diagnostic d = problem(code, "unknown key \"polcy\"");
    d.where = {"a.yaml", line, column, 5};
    d.line_text = "\tpolcy: easy";
    return d;
}

}  // namespace

TEST_CASE("a diagnostic prints place, message, caret, expectation and help", "[core][unit]") {
    Diagnostics all;
    Diagnostic& d = all.add(at(7, 2));
    d.expected = "a known key";
    d.help = "did you mean \"policy\"?";
    CHECK(to_text(all) == "a.yaml:7:2: error[CS0103]: unknown key \"polcy\"\n"
                          "    \tpolcy: easy\n"
                          "    \t^~~~~\n"
                          "  expected: a known key\n"
                          "  help: did you mean \"policy\"?\n");
}

TEST_CASE("no control character of an input is printed raw", "[core][unit]") {
    Diagnostics all;
    Diagnostic d = problem(Code::unknown_key, "unknown key \"a\x1b[2Jb\nc\"", "known: \x07");
    d.where = {"evil\x1b]0;.yaml", 1, 3, 1};
    d.line_text = "a\x1b"
                  "b\tc";
    all.add(d);
    CHECK(to_text(all) == "evil\\x1b]0;.yaml:1:3: error[CS0103]: unknown key \"a\\x1b[2Jb\\nc\"\n"
                          "    a?b\tc\n"
                          "      ^\n"
                          "  help: known: \\x07\n");
}

TEST_CASE("a problem of a whole file or of no file has no line", "[core][unit]") {
    Diagnostics all;
    all.add(problem(Code::no_jobs, "no job"));
    Diagnostic whole = problem(Code::cannot_read, "it does not exist");
    whole.where.file = "b.yaml";
    all.add(whole);
    CHECK(to_text(all) == "error[CS0302]: no job\nb.yaml: error[CS0001]: it does not exist\n");
}

TEST_CASE("a caret never extends past its line", "[core][unit]") {
    Diagnostics all;
    Diagnostic& d = all.add(at(1, 4));
    d.line_text = "abcde";
    d.where.length = 1000;
    CHECK(to_text(all).find("\n       ^~\n") != std::string::npos);
}

TEST_CASE("diagnostics beyond the limit are counted", "[core][unit]") {
    Diagnostics all;
    for (int i = 0; i < 25; ++i) all.add(problem(Code::no_jobs, "x"));
    CHECK(to_text(all).ends_with("… and 5 more\n"));
    CHECK(to_text(all, 25).find("more") == std::string::npos);
}

TEST_CASE("sorting by place keeps the order of equal places", "[core][unit]") {
    Diagnostics all;
    all.add(at(9, 1));
    all.add(at(2, 8, Code::wrong_type));
    all.add(at(2, 8, Code::out_of_range));
    all.add(at(2, 3));
    all.sort_by_place();
    CHECK(all.items()[0].where.column == 3);
    CHECK(all.items()[1].code == Code::wrong_type);
    CHECK(all.items()[2].code == Code::out_of_range);
    CHECK(all.items()[3].where.line == 9);
}

TEST_CASE("the most serious fault decides, and warnings do not count", "[core][unit]") {
    Diagnostics all;
    CHECK(all.fault() == Fault::none);
    Diagnostic warning = at(1, 1, Code::cannot_read);
    warning.severity = Severity::warning;
    all.add(warning);
    CHECK_FALSE(all.has_errors());
    CHECK(all.fault() == Fault::none);
    all.add(at(1, 1, Code::never_fits));
    CHECK(all.fault() == Fault::impossible);
    Diagnostics others;
    others.add(at(1, 1, Code::wrong_unit));
    all.append(others);
    CHECK(all.fault() == Fault::invalid);
    all.add(at(1, 1, Code::cannot_write));
    CHECK(all.fault() == Fault::io);
    CHECK(all.has_errors());
    CHECK(all.items().size() == 4);
}

TEST_CASE("every code has one id, a title and a page, in order of id", "[core][unit]") {
    std::string_view last;
    std::set<Code> codes;
    for (CodeEntry const& entry : diagnostic_codes()) {
        CHECK(last < entry.id);
        last = entry.id;
        CHECK(codes.insert(entry.code).second);
        CHECK(&entry_of(entry.code) == &entry);
        CHECK_FALSE(entry.title.empty());
        CHECK(entry.explanation.size() > 40);
        CHECK(entry.explanation.ends_with("."));
    }
    CHECK(codes.size() == static_cast<std::size_t>(Code::unmet_expectation) + 1);
}
