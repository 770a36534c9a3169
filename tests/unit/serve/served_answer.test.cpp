// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/served_answer.hpp"

#include "tests/support/catch.hpp"

#include <string>

using namespace clustersim;

namespace {

TEST_CASE("an answer in JSON is handed on byte for byte, another one as a text", "[serve][unit]") {
    auto const event = read_worker_event(
        R"({"id":"7","event":"answer","answer":{"exit_code":0,"format":"json","text":"{\n  \"x\": 1.50\n}\n","remarks":["r"],"problems":[]}})");
    REQUIRE(event);
    CHECK(event->id == "7");
    REQUIRE(event->answer);
    CHECK(status_of(*event->answer) == 200);
    CHECK(envelope_of(*event->answer) ==
          "{\"exit_code\":0,\"remarks\":[\"r\"],\"problems\":[],\"answer\":{\n  \"x\": 1.50\n}}");
    auto const table = read_worker_event(
        R"({"id":"7","event":"so_far","replicates":2,"answer":{"exit_code":1,"format":"table","text":"a\n","remarks":[],"problems":[]}})");
    REQUIRE(table);
    CHECK(envelope_of(*table->answer) ==
          R"({"exit_code":1,"remarks":[],"problems":[],"replicates":2,"answer":"a\n"})");
}

TEST_CASE("other events keep their members", "[serve][unit]") {
    auto const event =
        read_worker_event(R"({"id":"7","event":"progress","what":"replicates","done":3,"all":20})");
    REQUIRE(event);
    CHECK(event->name == "progress");
    CHECK(event->data == R"({"what":"replicates","done":3,"all":20})");
    CHECK_FALSE(event->answer);
}

TEST_CASE("what is no event is none", "[serve][unit]") {
    for (char const* line : {"",
                             "x",
                             "[]",
                             "7",
                             R"({"id":7,"event":"answer"})",
                             R"({"id":"7","event":"answer"})",
                             R"({"id":"7","event":"answer","answer":5})",
                             R"({"id":"7","event":"answer","answer":{"exit_code":"x"}})"}) {
        INFO(line);
        CHECK_FALSE(read_worker_event(line));
    }
}

TEST_CASE("the status follows from the exit code, unless the server has its own", "[serve][unit]") {
    ServedAnswer answer;
    for (auto const& [code, status] : {std::pair{0, 200},
                                       {1, 200},
                                       {2, 400},
                                       {3, 422},
                                       {4, 422},
                                       {5, 507},
                                       {70, 500},
                                       {130, 504}}) {
        answer.exit_code = code;
        CHECK(status_of(answer) == status);
    }
    auto const refused = only_problem(429, problem(Code::over_limit, "too \"many\""));
    CHECK(status_of(refused) == 429);
    CHECK(envelope_of(refused).find("too \\\"many\\\"") != std::string::npos);
    answer.problems = "[]";
    add_problem(answer, 504, problem(Code::over_limit, "one"));
    add_problem(answer, 504, problem(Code::over_limit, "two"));
    CHECK(answer.problems.find("},{") != std::string::npos);
    CHECK(status_of(answer) == 504);
}

TEST_CASE("an event of several lines has its mark on each", "[serve][unit]") {
    CHECK(sse_event("answer", "{\n}") == "event: answer\ndata: {\ndata: }\n\n");
}

}  // namespace
