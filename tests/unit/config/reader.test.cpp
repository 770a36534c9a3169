// SPDX-License-Identifier: Apache-2.0
#include "sim/config/reader.hpp"

#include "tests/support/catch.hpp"

#include <array>

using namespace clustersim;

namespace {

enum class Policy { fcfs, easy };
constexpr std::array<std::pair<std::string_view, Policy>, 2> policies{
    {{"fcfs", Policy::fcfs}, {"easy", Policy::easy}}};

/// A parsed text with its reader.
struct Reading {
    explicit Reading(std::string_view text, Reader::Style style = Reader::Style::plain)
        : node(parse_yaml(text, "a.yaml").value()), reader(node, diagnostics, style) {}
    Reading(Reading const&) = delete;
    Reading& operator=(Reading const&) = delete;

    ConfigNode node;
    Diagnostics diagnostics;
    Reader reader;

    [[nodiscard]] std::vector<Diagnostic> const& problems() const { return diagnostics.items(); }
};

}  // namespace

TEST_CASE("a reader gives each value its type", "[config][unit]") {
    Reading r("name: x\nnodes: 4\nload: 0.85\nfast: true\nlink: 25 GB/s\npolicy: easy\n"
              "tags: [a, b]\nsizes: [1, 2.5]\n");
    CHECK(r.reader.text("name") == "x");
    CHECK(r.reader.integer("nodes") == 4);
    CHECK(r.reader.number("load") == 0.85);
    CHECK(r.reader.flag("fast", false));
    CHECK(r.reader.flag("absent", true));
    CHECK(r.reader.quantity<Bandwidth>("link").si() == 25e9);
    CHECK(r.reader.one_of<Policy>("policy", policies) == Policy::easy);
    CHECK(r.reader.text_list("tags") == std::vector<std::string>{"a", "b"});
    CHECK(r.reader.number_list("sizes") == std::vector<double>{1, 2.5});
    r.reader.finish();
    CHECK(r.diagnostics.empty());
}

TEST_CASE("elements of a list outside its range are reported, and returned within it",
          "[config][unit]") {
    Reading r("shares: [0.5, 7, -1]\ncounts: [2, 4294967296, 0.7]\n");
    CHECK(r.reader.number_list("shares", Range::share()) == std::vector<double>{0.5, 1.0, 0.0});
    CHECK(r.reader.integer_list("counts", Range::at_least(0, 63)) ==
          std::vector<std::int64_t>{2, 63});
    CHECK(r.problems().size() == 4);
}

TEST_CASE("a required number that cannot be read is replaced by one within its range",
          "[config][unit]") {
    Reading r("load: a lot\n");
    CHECK(r.reader.number("load", Range::at_least(0.0)) <= 2.0);
    CHECK(r.problems().size() == 1);
}

TEST_CASE("an absent optional value gives no value and no problem", "[config][unit]") {
    Reading r("a:\n");
    CHECK_FALSE(r.reader.optional_text("a").has_value());
    CHECK_FALSE(r.reader.optional_number("b").has_value());
    CHECK_FALSE(r.reader.optional_integer("b").has_value());
    CHECK_FALSE(r.reader.optional_quantity<Bytes>("b").has_value());
    CHECK_FALSE(r.reader.optional_one_of<Policy>("b", policies).has_value());
    CHECK_FALSE(r.reader.optional_child("b").has_value());
    CHECK(r.reader.list("b").empty());
    CHECK(r.reader.named_children("b").empty());
    r.reader.finish();
    CHECK(r.diagnostics.empty());
}

TEST_CASE("a whole number out of its range is reported and replaced by the nearest valid one",
          "[config][unit]") {
    Reading r("zero: 0\nhuge: 1e15\nbelow: -3\nvast: 1e300\n");
    CHECK(r.reader.integer("zero", Range::at_least(1, 64)) == 1);
    CHECK(r.reader.integer("huge", Range::at_least(1, 64)) == 64);
    CHECK(r.reader.integer("below", Range::positive(64)) == 1);
    CHECK(r.reader.optional_integer("vast", Range::at_least(1, 64)) == 64);
    REQUIRE(r.problems().size() == 4);
    for (Diagnostic const& d : r.problems()) CHECK(d.code == Code::out_of_range);
}

TEST_CASE("an empty text is refused", "[config][unit]") {
    Reading r("name: ''\nlike: \"\"\n");
    CHECK(r.reader.text("name").empty());
    CHECK_FALSE(r.reader.optional_text("like").has_value());
    REQUIRE(r.problems().size() == 2);
    CHECK(r.problems()[0].message == "\"name\" is an empty text");
    CHECK(r.problems()[1].where.line == 2);
}

TEST_CASE("one pass finds every mistake of a mapping", "[config][unit]") {
    Reading r("nodes: four\nload: 2\nlink: 25 GB\nmemory: 64\npolicy: eesy\nfast: yes\ntags: "
              "x\nwalltme: 1 h\n");
    r.reader.integer("nodes");
    r.reader.number("load", Range::share());
    r.reader.quantity<Bandwidth>("link");
    r.reader.quantity<Bytes>("memory");
    r.reader.one_of<Policy>("policy", policies);
    r.reader.flag("fast", false);
    r.reader.text_list("tags");
    r.reader.quantity<Duration>("walltime");
    r.reader.finish();
    std::vector<Code> codes;
    for (Diagnostic const& d : r.problems()) codes.push_back(d.code);
    CHECK(codes == std::vector<Code>{Code::wrong_type,
                                     Code::out_of_range,
                                     Code::wrong_unit,
                                     Code::wrong_unit,
                                     Code::unknown_name,
                                     Code::wrong_type,
                                     Code::wrong_type,
                                     Code::missing_key,
                                     Code::unknown_key});
    CHECK(r.problems()[3].message == "\"memory\": \"64\" has no unit");
    CHECK(r.problems()[3].expected == "a size such as `64 GiB` or `1.5 TB`");
    CHECK(r.problems()[4].help == "did you mean \"easy\"? known: fcfs, easy");
    CHECK(r.problems()[8].help.starts_with("did you mean \"walltime\"?"));
    CHECK(r.problems()[8].where.line == 8);
    CHECK(r.problems()[8].where.column == 1);
}

TEST_CASE("numbers must be finite, plain and within their range", "[config][unit]") {
    for (char const* bad : {"inf",
                            "nan",
                            "1e999",
                            "0x10",
                            "1,000",
                            "'4'",
                            "\"4\"",
                            "4 ",
                            "+4",
                            "-1",
                            "1.5",
                            "[4]",
                            "{}",
                            "1e16"}) {
        INFO(bad);
        Reading r(std::string("n: ") + bad + "\n");
        r.reader.integer("n");
        CHECK(r.diagnostics.has_errors() == (std::string_view(bad) != "4 "));
    }
    Reading zero("n: 0\nm: 1e3\n");
    zero.reader.number("n", Range::positive());
    CHECK(zero.problems().size() == 1);
    CHECK(zero.problems()[0].expected == "more than 0");
    CHECK(zero.reader.integer("m") == 1000);
}

TEST_CASE("quantities are positive unless the range says otherwise", "[config][unit]") {
    Reading r("a: -5 GB\nb: 0 s\nc: 0 s\n");
    r.reader.quantity<Bytes>("a");
    r.reader.quantity<Duration>("b");
    CHECK(r.problems().size() == 2);
    CHECK(r.reader.quantity<Duration>("c", Range::at_least(0)) == seconds(0));
    CHECK(r.problems().size() == 2);
}

TEST_CASE("lists and children have their own readers", "[config][unit]") {
    Reading r("jobs:\n  - nodes: 1\n  - nodes: 2\n    typo: 1\npartitions:\n  gpu: {nodes: 10}\n  "
              "cpu: {nodes: 20}\n");
    std::int64_t total = 0;
    auto jobs = r.reader.list("jobs");
    for (Reader& job : jobs) {
        total += job.integer("nodes");
        job.finish();
    }
    CHECK(total == 3);
    REQUIRE(r.problems().size() == 1);
    CHECK(r.problems()[0].where.line == 4);
    std::vector<std::string> names;
    auto children = r.reader.named_children("partitions");
    for (auto& [name, child] : children) {
        names.push_back(name);
        total += child.integer("nodes");
        child.finish();
    }
    CHECK(names == std::vector<std::string>{"gpu", "cpu"});
    CHECK(total == 33);
    r.reader.finish();
    CHECK(r.problems().size() == 1);
}

TEST_CASE("a missing or malformed child is one problem, not one for each of its keys",
          "[config][unit]") {
    Reading missing("a: 1\n");
    Reader child = missing.reader.child("node");
    child.integer("gpus");
    child.quantity<Bytes>("memory");
    child.finish();
    REQUIRE(missing.problems().size() == 1);
    CHECK(missing.problems()[0].code == Code::missing_key);
    Reading scalar("node: 5\n");
    Reader misshapen = scalar.reader.child("node");
    misshapen.integer("gpus");
    misshapen.finish();
    REQUIRE(scalar.problems().size() == 1);
    CHECK(scalar.problems()[0].code == Code::wrong_type);
}

TEST_CASE("an annotated document may add a source to any value", "[config][unit]") {
    Reading r("nodes: {value: 4, source: D1, confidence: docs}\nsource: D2\nlink: {value: 25 GB/s, "
              "note: per port}\n"
              "clocks: {value: [1, 2], source: D1}\n",
              Reader::Style::annotated);
    CHECK(r.reader.integer("nodes") == 4);
    CHECK(r.reader.quantity<Bandwidth>("link").si() == 25e9);
    CHECK(r.reader.number_list("clocks") == std::vector<double>{1, 2});
    r.reader.finish();
    CHECK(r.diagnostics.empty());
    Reading typo("nodes: {value: 4, sorce: D1}\n", Reader::Style::annotated);
    typo.reader.integer("nodes");
    REQUIRE(typo.problems().size() == 1);
    CHECK(typo.problems()[0].help.starts_with("did you mean \"source\"?"));
    Reading plain("nodes: {value: 4}\n");
    plain.reader.integer("nodes");
    CHECK(plain.diagnostics.has_errors());
}

TEST_CASE("an empty value of a required key points at the key", "[config][unit]") {
    Reading r("a: 1\nnodes:\n");
    r.reader.integer("nodes");
    REQUIRE(r.problems().size() == 1);
    CHECK(r.problems()[0].message == "the key \"nodes\" has no value");
    CHECK(r.problems()[0].where.line == 2);
}

TEST_CASE("a document that is not a mapping is one problem", "[config][unit]") {
    Reading r("- a\n- b\n");
    r.reader.text("name");
    r.reader.finish();
    REQUIRE(r.problems().size() == 1);
    CHECK(r.problems()[0].expected == "a mapping of keys to values");
}

TEST_CASE("a number whose inverse would not be finite is refused, a zero is not",
          "[config][unit]") {
    Reading r("a: 1e-320\nb: -1e-101\nc: 1e-110 GB/s\nd: 0\ne: 1e-100\n");
    static_cast<void>(r.reader.number("a", Range::positive()));
    static_cast<void>(r.reader.number("b"));
    static_cast<void>(r.reader.quantity<Bandwidth>("c"));
    CHECK(r.reader.number("d", Range::share()) == 0.0);
    CHECK(r.reader.number("e", Range::positive()) == 1e-100);
    REQUIRE(r.problems().size() == 3);
    CHECK(r.problems()[0].expected == "at least 1e-100 in SI units");
    CHECK(r.problems()[1].expected == "at least 1e-100 in SI units, or 0");
    CHECK(r.problems()[2].expected == "at least 1e-100 in SI units");
}
