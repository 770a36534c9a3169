// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clustersim {

/// The errors of JSON-RPC 2.0.
enum class RpcCode {
    parse_error = -32700,
    invalid_request = -32600,
    unknown_method = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    server_busy = -32000,
};

/// A request, or a notification if it has no `id`.
struct RpcRequest {
    std::string id;  ///< as JSON: 7 or "7"; empty: a notification
    std::string method;
    std::string params;  ///< as JSON, an object
};

/// What is no request. `id` is null if the message has none that is valid.
struct RpcRefusal {
    std::string id = "null";
    RpcCode code = RpcCode::invalid_request;
    std::string message;
};

/// A response of the client. The server asks it nothing, so nothing is done with one.
struct RpcResponse {};

using RpcMessage = std::variant<RpcRequest, RpcRefusal, RpcResponse>;

/// What a line holds: one message, or a batch of them.
struct RpcLine {
    bool is_batch = false;
    std::vector<RpcMessage> messages;
};

/// Reads a line of JSON-RPC 2.0 by the rules of the Model Context Protocol: an `id` is a text or a whole number, `params`
/// is an object. JSON that is nested too deep or has too many values is refused, so that a line needs no more memory than
/// a multiple of its length.
RpcLine read_rpc_line(std::string_view line);

/// The answer to a request, without a line end. `result` is JSON.
std::string rpc_result(std::string const& id, std::string const& result);
std::string rpc_error(RpcRefusal const& refusal);
/// A message that wants no answer. `params` is JSON.
std::string rpc_notification(std::string const& method, std::string const& params);

}  // namespace clustersim
