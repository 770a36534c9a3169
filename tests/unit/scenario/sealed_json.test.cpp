// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/sealed_json.hpp"

#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

TEST_CASE("a sealed text with any other byte, cut or without its hash is refused",
          "[scenario][unit]") {
    std::string const text = sealed_json("{\n  \"a\": \"1\"\n}\n");
    CHECK(text.starts_with("{\n  \"a\": \"1\",\n  \"hash\": \""));
    CHECK(check_seal(text, "f"));
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string changed = text;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        CHECK_FALSE(check_seal(changed, "f"));
        CHECK_FALSE(check_seal(text.substr(0, i), "f"));
    }
    CHECK_FALSE(check_seal(text + "\n", "f"));
    auto const plain = check_seal("{\n  \"a\": \"1\"\n}\n", "f");
    REQUIRE_FALSE(plain);
    CHECK(plain.error().items().front().where.file == "f");
    CHECK(plain.error().items().front().message.find("earlier version") != std::string::npos);
}
