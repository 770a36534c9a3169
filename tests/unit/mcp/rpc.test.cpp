// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/rpc.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

RpcMessage only_message(std::string const& line) {
    RpcLine const read = read_rpc_line(line);
    REQUIRE_FALSE(read.is_batch);
    REQUIRE(read.messages.size() == 1);
    return read.messages.front();
}

RpcRefusal refusal_of(std::string const& line) {
    return std::get<RpcRefusal>(only_message(line));
}

}  // namespace

TEST_CASE("a request keeps its id as it is written", "[mcp][unit]") {
    auto const request = std::get<RpcRequest>(only_message(
        R"({"jsonrpc": "2.0", "id": "a\"b", "method": "ping", "params": {"x": [1]}})"));
    CHECK(request.id == R"("a\"b")");
    CHECK(request.method == "ping");
    CHECK(request.params == R"({"x":[1]})");
    CHECK(std::get<RpcRequest>(only_message(R"({"jsonrpc":"2.0","method":"m"})")).id.empty());
}

TEST_CASE("what is no request is refused with its code", "[mcp][unit]") {
    CHECK(refusal_of("{").code == RpcCode::parse_error);
    CHECK(refusal_of("\"\xff\"").code == RpcCode::parse_error);
    CHECK(refusal_of(std::string(100, '[') + std::string(100, ']')).code == RpcCode::parse_error);
    CHECK(refusal_of("[]").code == RpcCode::invalid_request);
    CHECK(refusal_of(R"({"jsonrpc":"2.0","id":null,"method":"m"})").code ==
          RpcCode::invalid_request);
    RpcRefusal const params = refusal_of(R"({"jsonrpc":"2.0","id":7,"method":"m","params":[]})");
    CHECK(params.code == RpcCode::invalid_params);
    CHECK(params.id == "7");
}

TEST_CASE("a batch holds messages of each kind", "[mcp][unit]") {
    RpcLine const read =
        read_rpc_line(R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"result":{}},3])");
    REQUIRE(read.is_batch);
    REQUIRE(read.messages.size() == 3);
    CHECK(std::holds_alternative<RpcRequest>(read.messages[0]));
    CHECK(std::holds_alternative<RpcResponse>(read.messages[1]));
    CHECK(std::holds_alternative<RpcRefusal>(read.messages[2]));
}

TEST_CASE("messages are one line of JSON", "[mcp][unit]") {
    CHECK(rpc_result("7", "{}") == R"({"jsonrpc":"2.0","id":7,"result":{}})");
    CHECK(rpc_error({"null", RpcCode::unknown_method, "no \"x\"\n"}) ==
          R"({"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no \"x\"\n"}})");
}
