// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/access.hpp"

#include "sim/serve/token_file.hpp"
#include "tests/support/catch.hpp"

#include <set>
#include <string>

using namespace clustersim;

namespace {

TEST_CASE("each token is another one, of 64 hexadecimal digits", "[serve][unit]") {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) tokens.insert(random_token());
    CHECK(tokens.size() == 100);
    CHECK(tokens.begin()->size() == 64);
    CHECK(tokens.begin()->find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK_FALSE(wrong_token(*tokens.begin()));
}

TEST_CASE("a secret is the whole secret, and an empty one is none", "[serve][unit]") {
    CHECK(is_secret("abc", "abc"));
    for (char const* given : {"", "ab", "abd", "abcd", "abcabc", "ABC"})
        CHECK_FALSE(is_secret(given, "abc"));
    CHECK_FALSE(is_secret("", ""));
    CHECK_FALSE(is_secret(std::string("abc\0", 4), "abc"));
}

TEST_CASE("a request comes by an address of the server, with its port", "[serve][unit]") {
    Access const access("secret", {"127.0.0.1", "localhost", "[::1]"}, 8080);
    for (char const* host :
         {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080", "10.0.0.7:8080"})
        CHECK(access.is_host(host, "10.0.0.7"));
    for (char const* host : {"",
                             "127.0.0.1",
                             "127.0.0.1:8081",
                             "evil.example:8080",
                             "localhost:8080.evil.example",
                             "10.0.0.8:8080",
                             ":8080",
                             "localhost:08080",
                             " localhost:8080"})
        CHECK_FALSE(access.is_host(host, "10.0.0.7"));
    CHECK_FALSE(access.is_host(":8080", ""));
    CHECK(Access("s", {"127.0.0.1"}, 80).is_host("127.0.0.1", ""));
}

TEST_CASE("a page of another site is no origin", "[serve][unit]") {
    Access const access("secret", {"127.0.0.1", "localhost"}, 8080);
    CHECK(access.is_origin("http://localhost:8080", ""));
    for (char const* origin : {"null",
                               "https://localhost:8080",
                               "http://localhost:8080/",
                               "http://evil.example",
                               "http://localhost:8080@evil.example",
                               "localhost:8080",
                               ""})
        CHECK_FALSE(access.is_origin(origin, ""));
}

TEST_CASE("the token comes as a bearer", "[serve][unit]") {
    Access const access("secret", {}, 1);
    CHECK(access.is_authorized("Bearer secret"));
    CHECK(access.is_authorized("bearer secret"));
    for (char const* given : {"",
                              "secret",
                              "Bearer",
                              "Bearer ",
                              "Bearer secre",
                              "Bearer secrets",
                              "Basic secret",
                              "Bearer  secret"})
        CHECK_FALSE(access.is_authorized(given));
}

TEST_CASE("a chosen token is long and needs no escapes in an address", "[serve][unit]") {
    CHECK(wrong_token("short"));
    CHECK(wrong_token(std::string(40, ' ')));
    CHECK(wrong_token(std::string(31, 'a')));
    CHECK_FALSE(wrong_token(std::string(32, 'a')));
}

TEST_CASE("an address of version 6 is in brackets in front of a port", "[serve][unit]") {
    CHECK(url_host("::1") == "[::1]");
    CHECK(url_host("[::1]") == "[::1]");
    CHECK(url_host("127.0.0.1") == "127.0.0.1");
}

}  // namespace
