// SPDX-License-Identifier: Apache-2.0
#include "sim/core/hostlist.hpp"

#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>

using namespace clustersim;

namespace {

rc::Gen<std::string> word() {
    return rc::gen::element<std::string>("n", "gpu", "r1n", "x-", "node007a", "9");
}

/// A name as machines have them: a word, optionally a number of some width, optionally an ending.
rc::Gen<std::string> name() {
    return rc::gen::apply(
        [](std::string prefix, int number, int width, std::string const& suffix) {
            std::string digits = std::to_string(number);
            if (std::ssize(digits) < width)
                digits.insert(0, static_cast<std::size_t>(width) - digits.size(), '0');
            return prefix + digits + suffix;
        },
        word(),
        rc::gen::inRange(0, 120),
        rc::gen::inRange(1, 5),
        rc::gen::element<std::string>("", "", "", "-ib", "x"));
}

}  // namespace

TEST_CASE("compressing and expanding a hostlist is the identity", "[core][property]") {
    CHECK(rc::check([] {
        auto const names = *rc::gen::container<std::vector<std::string>>(name());
        auto const back = expand_hostlist(compress_hostlist(names));
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == names);
    }));
}

TEST_CASE("consecutive numbers compress into one range", "[core][property]") {
    CHECK(rc::check([] {
        auto const first = *rc::gen::inRange(0, 2000);
        auto const count = *rc::gen::inRange(2, 300);
        std::vector<std::string> names;
        for (int i = first; i < first + count; ++i) names.push_back("n" + std::to_string(i));
        std::string const expected =
            "n[" + std::to_string(first) + "-" + std::to_string(first + count - 1) + "]";
        RC_ASSERT(compress_hostlist(names) == expected);
    }));
}

TEST_CASE("any text is a hostlist or an error, and a hostlist survives a round trip",
          "[core][property]") {
    CHECK(rc::check([] {
        auto const text =
            *rc::gen::container<std::string>(rc::gen::elementOf(std::string("an01[]-,9 ")));
        auto const names = expand_hostlist(text);
        RC_CLASSIFY(names.has_value(), "a hostlist");
        if (!names) {
            RC_ASSERT(!names.error().empty());
            return;
        }
        auto const back = expand_hostlist(compress_hostlist(*names));
        RC_ASSERT(back.has_value());
        RC_ASSERT(*back == *names);
    }));
}
