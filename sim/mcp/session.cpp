// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/session.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/core/version.hpp"
#include "sim/mcp/call_progress.hpp"
#include "sim/mcp/scenario_resources.hpp"
#include "sim/mcp/tool_result.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <utility>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// The latest is last.
constexpr std::array<std::string_view, 3> known_versions{"2024-11-05", "2025-03-26", "2025-06-18"};
constexpr std::string_view version_with_batches = "2025-03-26";
constexpr std::size_t most_calls = 64;

constexpr char const* instructions = "clustersim predicts when jobs start, how fast they run and "
                                     "what they cost on European supercomputers. "
                                     "Machines and applications are names of systems_list and "
                                     "applications_list. A scenario, a project or a "
                                     "job script is given as an object or a text, never as a path. "
                                     "Answers are JSON with SI units; `select` "
                                     "gives a part of one. Ranges come from simulated queues: more "
                                     "`replicates` make them narrower and take "
                                     "longer.";

Json read_json_text(std::string const& text) {
    return Json::parse(text);
}

}  // namespace

/// The responses to a batch, sent together once all are there.
struct Session::Batch {
    std::size_t open;
    std::vector<std::string> responses;
};

struct Session::Call {
    std::string id;
    ToolCall asked;
    Place place;
    std::string progress_token;  ///< as JSON; empty: the client hears no progress
    std::atomic<bool> cancelled = false;
};

Session::Session(SessionParts parts) : parts_(std::move(parts)), worker_([this] { work(); }) {}

Session::~Session() {
    {
        std::lock_guard const lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

void Session::send(std::string const& line) {
    std::lock_guard const lock(sending_);
    parts_.send(line);
}

void Session::respond(Place const& place, std::string response) {
    if (!place) {
        if (!response.empty()) send(response);
        return;
    }
    std::string together;
    {
        std::lock_guard const lock(mutex_);
        if (!response.empty()) place->responses.push_back(std::move(response));
        if (--place->open > 0 || place->responses.empty()) return;
        together = fmt::format("[{}]", fmt::join(place->responses, ","));
    }
    send(together);
}

void Session::refuse(std::string const& id, RpcCode code, std::string message, Place const& place) {
    respond(place, rpc_error({id, code, std::move(message)}));
}

void Session::hear(LineReader::Line const& line) {
    if (line.too_long) {
        refuse("null", RpcCode::invalid_request, "the line is longer than 32 MiB", nullptr);
        return;
    }
    if (line.text.find_first_not_of(" \t\r") == std::string::npos) return;
    RpcLine const read = read_rpc_line(line.text);
    if (!read.is_batch) {
        hear_message(read.messages.front(), nullptr, true);
        return;
    }
    if (version_ != version_with_batches) {
        refuse("null",
               RpcCode::invalid_request,
               version_.empty()
                   ? "`initialize` comes first, and in no batch"
                   : fmt::format("version {} of the protocol has no batches", version_),
               nullptr);
        return;
    }
    auto const batch = std::make_shared<Batch>(Batch{read.messages.size(), {}});
    for (RpcMessage const& message : read.messages) hear_message(message, batch, false);
}

void Session::hear_message(RpcMessage const& message, Place const& place, bool alone) {
    if (auto const* refusal = std::get_if<RpcRefusal>(&message)) {
        respond(place, rpc_error(*refusal));
        return;
    }
    auto const* request = std::get_if<RpcRequest>(&message);
    if (request != nullptr && !request->id.empty()) {
        answer_request(*request, place, alone);
        return;
    }
    if (request != nullptr) hear_notification(*request);
    respond(place, {});
}

void Session::answer_request(RpcRequest const& request, Place const& place, bool alone) {
    std::string const& method = request.method;
    if (method == "ping")
        respond(place, rpc_result(request.id, "{}"));
    else if (method == "initialize" && alone && version_.empty())
        initialize(request, place);
    else if (method == "initialize")
        refuse(request.id,
               RpcCode::invalid_request,
               "`initialize` is sent once, and in no batch",
               place);
    else if (version_.empty())
        refuse(request.id, RpcCode::invalid_request, "`initialize` comes first", place);
    else if (method == "tools/list")
        list_tools(request, place);
    else if (method == "tools/call")
        call_tool(request, place);
    else if (method == "resources/list")
        respond(place, rpc_result(request.id, listed_resources(parts_.scenarios)));
    else if (method == "resources/templates/list")
        respond(place, rpc_result(request.id, R"({"resourceTemplates":[]})"));
    else if (method == "resources/read")
        read_resource_of(request, place);
    else
        refuse(request.id,
               RpcCode::unknown_method,
               fmt::format("there is no method {}", method),
               place);
}

void Session::hear_notification(RpcRequest const& notification) {
    if (notification.method != "notifications/cancelled") return;
    Json const params = read_json_text(notification.params);
    auto const id = params.find("requestId");
    if (id != params.end()) cancel(id->dump());
}

void Session::initialize(RpcRequest const& request, Place const& place) {
    Json const params = read_json_text(request.params);
    auto const wanted = params.find("protocolVersion");
    if (wanted == params.end() || !wanted->is_string()) {
        refuse(request.id,
               RpcCode::invalid_params,
               "`protocolVersion` is a text, such as \"2025-06-18\"",
               place);
        return;
    }
    auto const known = std::ranges::find(known_versions, wanted->get<std::string>());
    version_ = known == known_versions.end() ? known_versions.back() : *known;
    Json const result{{"protocolVersion", version_},
                      {"capabilities", {{"tools", Json::object()}, {"resources", Json::object()}}},
                      {"serverInfo", {{"name", "clustersim"}, {"version", program_version()}}},
                      {"instructions", instructions}};
    respond(place, rpc_result(request.id, result.dump()));
}

void Session::list_tools(RpcRequest const& request, Place const& place) {
    std::string list;
    for (Tool const& tool : parts_.tools) list += (list.empty() ? "" : ",") + tool.listed;
    respond(place, rpc_result(request.id, fmt::format(R"({{"tools":[{}]}})", list)));
}

void Session::call_tool(RpcRequest const& request, Place const& place) {
    Json const params = read_json_text(request.params);
    Json const name = params.value("name", Json());
    Json const arguments = params.value("arguments", Json::object());
    if (!name.is_string() || !arguments.is_object()) {
        refuse(request.id,
               RpcCode::invalid_params,
               "a call has `name`, a text, and `arguments`, an object",
               place);
        return;
    }
    auto const tool = std::ranges::find(parts_.tools, name.get<std::string>(), &Tool::name);
    if (tool == parts_.tools.end()) {
        std::vector<std::string> known;
        for (Tool const& one : parts_.tools) known.push_back(one.name);
        refuse(request.id,
               RpcCode::invalid_params,
               fmt::format("there is no tool {}; {}",
                           name.dump(),
                           did_you_mean(name.get<std::string>(), known)),
               place);
        return;
    }
    auto asked = tool_call(*tool, arguments.dump());
    if (!asked) {
        respond(place, rpc_result(request.id, refused_call(asked.error(), has_structure())));
        return;
    }
    auto const call = std::make_shared<Call>();
    call->id = request.id;
    call->asked = std::move(*asked);
    call->place = place;
    Json const meta = params.value("_meta", Json::object());
    Json const token = meta.is_object() ? meta.value("progressToken", Json()) : Json();
    if (token.is_string() || token.is_number_integer()) call->progress_token = token.dump();
    {
        std::lock_guard const lock(mutex_);
        bool const in_use =
            (current_ && current_->id == call->id) ||
            std::ranges::any_of(calls_, [&](auto const& other) { return other->id == call->id; });
        if (!in_use && calls_.size() < most_calls) {
            calls_.push_back(call);
            changed_.notify_all();
            return;
        }
        if (in_use) call->id.clear();
    }
    if (call->id.empty())
        refuse(request.id,
               RpcCode::invalid_request,
               "this `id` belongs to a call that is not answered yet",
               place);
    else
        refuse(request.id,
               RpcCode::server_busy,
               fmt::format("{} calls are waiting already", most_calls),
               place);
}

void Session::read_resource_of(RpcRequest const& request, Place const& place) {
    Json const address = read_json_text(request.params).value("uri", Json());
    auto const result = address.is_string()
                            ? read_resource(parts_.scenarios, address.get<std::string>())
                            : std::nullopt;
    if (result)
        respond(place, rpc_result(request.id, *result));
    else
        refuse(request.id, RpcCode::invalid_params, "`uri` is none of resources/list", place);
}

void Session::cancel(std::string const& id) {
    Place place;
    {
        std::lock_guard const lock(mutex_);
        if (current_ && current_->id == id) current_->cancelled = true;
        auto const waiting =
            std::ranges::find(calls_, id, [](auto const& call) { return call->id; });
        if (waiting == calls_.end()) return;
        place = (*waiting)->place;
        calls_.erase(waiting);
    }
    respond(place, {});
}

void Session::work() {
    while (true) {
        std::shared_ptr<Call> call;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ended_ || !calls_.empty(); });
            if (calls_.empty()) return;
            call = calls_.front();
            calls_.pop_front();
            current_ = call;
        }
        answer_call(call);
        std::lock_guard const lock(mutex_);
        current_ = nullptr;
    }
}

void Session::answer_call(std::shared_ptr<Call> const& call) {
    auto const gone = [this, &call] {
        return call->cancelled || (parts_.client_gone && parts_.client_gone());
    };
    std::string response;
    try {
        Listener listener{.workers = parts_.workers, .interrupted = gone};
        CallProgress progress(call->progress_token,
                              [this](std::string const& line) { send(line); });
        if (!call->progress_token.empty())
            listener.progress = [&progress](Progress const& now) { progress.hear(now); };
        Question const question{.text = call->asked.question,
                                .name = "arguments",
                                .trust = Trust::foreign,
                                .in_json = true};
        Answer const answer = parts_.ask(question, listener);
        response = rpc_result(call->id, tool_result(answer, call->asked, has_structure()));
    } catch (std::exception const& error) {
        // A bug, or too little memory: the other questions can still be answered.
        response = rpc_error({call->id, RpcCode::internal_error, error.what()});
    }
    respond(call->place, call->cancelled ? std::string() : std::move(response));
}

}  // namespace clustersim
