// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/rpc.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

// A scenario has 10 levels and some 1,000 values.
constexpr int most_levels = 64;
constexpr std::size_t most_values = 1'000'000;

/// The JSON of a line; nothing, with the reason, if it is none or too much.
std::optional<Json> read_line(std::string_view line, std::string& why) {
    std::size_t values = 0;
    bool too_much = false;
    auto const keep = [&](int depth, Json::parse_event_t, Json&) {
        // What is not kept is still read to its end, but takes no memory.
        if (depth > most_levels || ++values > 2 * most_values) too_much = true;
        return !too_much;
    };
    try {
        Json read = Json::parse(line, keep);
        if (!too_much) return read;
        why = fmt::format(
            "the message has more than {} levels or {} values", most_levels, most_values);
    } catch (Json::exception const& error) {
        // "[json.exception.parse_error.101] parse error at …": the name in brackets is of no use to the reader.
        std::string_view const text = error.what();
        std::size_t const end = text.find("] ");
        why = fmt::format("the line is no JSON: {}",
                          end == std::string_view::npos ? text : text.substr(end + 2));
    }
    return std::nullopt;
}

RpcMessage refused(std::string id, std::string message, RpcCode code = RpcCode::invalid_request) {
    return RpcRefusal{std::move(id), code, std::move(message)};
}

RpcMessage message_of(Json const& read) {
    if (!read.is_object()) return refused("null", "a message is a JSON object");
    bool const has_id = read.contains("id");
    bool const valid_id = has_id && (read["id"].is_string() || read["id"].is_number_integer());
    bool const has_method = read.contains("method");
    if (!has_method && (read.contains("result") || read.contains("error"))) return RpcResponse{};
    if (has_id && !valid_id) return refused("null", "`id` is a text or a whole number");
    std::string id = has_id ? read["id"].dump() : std::string();
    std::string const answered = has_id ? id : "null";
    if (read.value("jsonrpc", Json()) != "2.0")
        return refused(answered, "`jsonrpc` is \"2.0\" in each message");
    if (!has_method || !read["method"].is_string())
        return refused(answered, "a request has the name of its method in `method`");
    Json const params = read.value("params", Json::object());
    if (!params.is_object()) {
        // Nobody waits for the answer to a notification.
        if (!has_id) return RpcResponse{};
        return refused(answered, "`params` is an object", RpcCode::invalid_params);
    }
    return RpcRequest{std::move(id), read["method"].get<std::string>(), params.dump()};
}

}  // namespace

RpcLine read_rpc_line(std::string_view line) {
    std::string why;
    auto const read = read_line(line, why);
    if (!read) return {false, {refused("null", std::move(why), RpcCode::parse_error)}};
    if (!read->is_array()) return {false, {message_of(*read)}};
    if (read->empty()) return {false, {refused("null", "a batch has at least one message")}};
    RpcLine out{true, {}};
    for (Json const& one : *read) out.messages.push_back(message_of(one));
    return out;
}

std::string rpc_result(std::string const& id, std::string const& result) {
    return fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", id, result);
}

std::string rpc_error(RpcRefusal const& refusal) {
    Json const message(refusal.message);
    return fmt::format(R"({{"jsonrpc":"2.0","id":{},"error":{{"code":{},"message":{}}}}})",
                       refusal.id,
                       static_cast<int>(refusal.code),
                       message.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string rpc_notification(std::string const& method, std::string const& params) {
    return fmt::format(R"({{"jsonrpc":"2.0","method":"{}","params":{}}})", method, params);
}

}  // namespace clustersim
