// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/door.hpp"
#include "sim/mcp/line_reader.hpp"
#include "sim/mcp/rpc.hpp"
#include "sim/mcp/tools.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace clustersim {

/// What a session needs of the program around it.
struct SessionParts {
    std::vector<Tool> tools;
    std::filesystem::path scenarios;  ///< the folder of the shipped scenarios
    std::function<Answer(Question const&, Listener const&)> ask;
    std::function<void(std::string const&)> send;  ///< writes one line
    std::function<bool()> client_gone;             ///< nobody reads what is sent; may be empty
    unsigned workers = 1;                          ///< threads of a question
};

/// One client of the Model Context Protocol, from `initialize` to the end of its input. Questions are answered in their
/// order, one at a time, on a thread of their own, so a cancellation is heard while one is being answered.
class Session {
  public:
    explicit Session(SessionParts parts);
    /// Answers the questions that were asked before, unless the client has gone.
    ~Session();
    Session(Session const&) = delete;
    Session& operator=(Session const&) = delete;

    /// Hears a line of the client and answers it, or begins to.
    void hear(LineReader::Line const& line);

  private:
    struct Batch;
    struct Call;
    /// Where the answer to a message goes: to the client, or to the answers of its batch.
    using Place = std::shared_ptr<Batch>;

    void hear_message(RpcMessage const& message, Place const& place, bool alone);
    void answer_request(RpcRequest const& request, Place const& place, bool alone);
    void hear_notification(RpcRequest const& notification);
    void initialize(RpcRequest const& request, Place const& place);
    void list_tools(RpcRequest const& request, Place const& place);
    void call_tool(RpcRequest const& request, Place const& place);
    void read_resource_of(RpcRequest const& request, Place const& place);
    void cancel(std::string const& id);

    void refuse(std::string const& id, RpcCode code, std::string message, Place const& place);
    /// Delivers a response, or, if it is empty, that there is none.
    void respond(Place const& place, std::string response);
    void send(std::string const& line);

    void work();
    void answer_call(std::shared_ptr<Call> const& call);
    [[nodiscard]] bool has_structure() const { return version_ >= "2025-06-18"; }

    SessionParts parts_;
    std::string_view version_;  ///< of the protocol; empty before `initialize`
    std::mutex mutex_;          ///< of what follows
    std::mutex sending_;        ///< a line is written whole
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Call>> calls_;  ///< not yet begun
    std::shared_ptr<Call> current_;
    bool ended_ = false;
    std::thread worker_;
};

}  // namespace clustersim
