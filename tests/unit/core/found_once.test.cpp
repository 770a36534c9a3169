// SPDX-License-Identifier: Apache-2.0
#include "sim/core/found_once.hpp"

#include "tests/support/catch.hpp"

#include <atomic>
#include <thread>
#include <vector>

using namespace clustersim;

TEST_CASE("a value is found once, also by several threads", "[core][unit]") {
    FoundOnce<int> values(2);
    std::atomic<int> calls = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            auto const value = values.get(
                "a",
                [&] {
                    ++calls;
                    std::this_thread::yield();
                    return std::optional(7);
                });
            if (value == nullptr || *value != 7) calls = 100;
        });
    }
    threads.clear();
    CHECK(calls == 1);
}

TEST_CASE("what was asked for last is kept, and what was not found is sought again",
          "[core][unit]") {
    FoundOnce<int> values(2);
    int calls = 0;
    auto const ask = [&](char const* key, std::optional<int> gives) {
        auto const value = values.get(key, [&] {
            ++calls;
            return gives;
        });
        return value == nullptr ? 0 : *value;
    };
    CHECK(ask("a", std::nullopt) == 0);
    CHECK(ask("a", 1) == 1);
    CHECK(calls == 2);
    CHECK(ask("b", 2) == 2);
    CHECK(ask("a", 9) == 1);
    CHECK(calls == 3);
    CHECK(ask("c", 3) == 3);
    CHECK(values.size() == 2);
    CHECK(ask("a", 9) == 1);
    CHECK(ask("b", 4) == 4);
    CHECK(calls == 5);
}
