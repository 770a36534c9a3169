// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/feature_expression.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;

namespace {

/// n0, n1 have a and b; n2, n3 a and c; n4, n5 b and c; n6, n7 c.
FeatureNodes pairs() {
    Site site;
    for (std::vector<std::string> const& features :
         {std::vector<std::string>{"a", "b"}, {"a", "c"}, {"b", "c"}, {"c"}}) {
        site.records.emplace_back().features = features;
        auto const record = static_cast<std::int32_t>(site.records.size()) - 1;
        for (int i = 0; i < 2; ++i)
            site.nodes.push_back({"n" + std::to_string(site.nodes.size()), record, {}, ""});
    }
    return FeatureNodes(site);
}

std::string text_of(NodeSet const& set) {
    std::string out;
    set.for_each([&](std::int32_t node) { out += std::to_string(node); });
    return out;
}

/// "allowed; alternatives; counted", as digits of node indices.
std::string choice(char const* text) {
    auto const got = choose_by_features(text, pairs());
    if (!got) return got.error();
    std::string out = text_of(got->allowed);
    for (NodeSet const& set : got->alternatives) out += "; any " + text_of(set);
    for (CountedNodes const& one : got->counted) {
        out += (got->separate_groups ? "; group " : "; least ") + std::to_string(one.count) +
               " of " + text_of(one.nodes);
    }
    return out;
}

}  // namespace

TEST_CASE("a constraint is read from left to right without precedence (spec 1.7.5)",
          "[slurm_request][unit]") {
    CHECK(choice("") == "01234567");
    CHECK(choice("a") == "0123");
    CHECK(choice("a&b") == "01");
    CHECK(choice("a,b") == "01");
    CHECK(choice("a|b") == "012345");
    CHECK(choice("a|b&c") == "2345");
    CHECK(choice("a&b|c") == "01234567");
    CHECK(choice("a&(b|c)") == "0123");
    CHECK(choice("a|(b&c)") == "012345");
    CHECK(choice("(a|b)&c") == "2345");
    CHECK(choice("(a)") == "0123");
    CHECK(choice("a|") == "0123");
    CHECK(choice("a&") == "0123");
}

TEST_CASE("brackets with '|' require one of the sets on all nodes (spec 1.7.4)",
          "[slurm_request][unit]") {
    CHECK(choice("[a|b]") == "01234567; any 0123; any 0145");
    CHECK(choice("[c|a|b]") == "01234567; any 234567; any 0123; any 0145");
    CHECK(choice("a&[b|c]") == "0123; any 01; any 23");
    CHECK(choice("[b|c]&a") == "0123; any 01; any 23");
    CHECK(choice("[(a&b)|c]") == "01234567; any 01; any 234567");
    CHECK(choice("[a]") == "01234567; any 0123");
}

TEST_CASE("counts request a number of nodes with a feature (spec 1.7.4)", "[slurm_request][unit]") {
    CHECK(choice("a*2") == "01234567; least 2 of 0123");
    CHECK(choice("a*2&b*1") == "01234567; least 2 of 0123; least 1 of 0145");
    CHECK(choice("a*2|b*1") == "01234567; least 2 of 0123; least 1 of 0145");
    CHECK(choice("(a&b)*2") == "01234567; least 2 of 01");
    CHECK(choice("a*1&c") == "234567; least 1 of 23");
    CHECK(choice("[a*2&b*2]") == "01234567; group 2 of 0123; group 2 of 0145");
    CHECK(choice("[(a&b)*1&c*1]") == "01234567; group 1 of 01; group 1 of 234567");
    CHECK(choice("[a*3]") == "01234567; group 3 of 0123");
}

TEST_CASE("an invalid constraint is refused as by sbatch (TV-46)", "[slurm_request][unit]") {
    for (char const* text :
         {"nosuch", "a&nosuch", "[a|nosuch]",   "[a|b]*2", "[a*1&b]", "[a|b*2]",     "[a&b]",
          "a*0",    "a*",       "a*x",          "a*-1",    "((a))",   "[a|b]&[c|a]", "a&&b",
          "a||",    "a b",      "!a",           "&a",      "(a",      "a)",          "[a|b",
          "a]",     "[]",       "()",           "(a*2&b)", "[[a|b]]", "[a*1&b|c]",   "|",
          "a(b)",   "(a)(b)",   "a*99999999999"}) {
        INFO(text);
        CHECK(choice(text) == "Invalid feature specification");
    }
}

TEST_CASE("a plain constraint needs only its set", "[slurm_request][unit]") {
    CHECK(choose_by_features("a&b", pairs())->plain());
    CHECK_FALSE(choose_by_features("[a|b]", pairs())->plain());
    CHECK_FALSE(choose_by_features("a*2", pairs())->plain());
}
