// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/call_progress.hpp"

#include "sim/mcp/rpc.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace clustersim {

CallProgress::CallProgress(std::string token, std::function<void(std::string const&)> send)
    : token_(std::move(token)), send_(std::move(send)) {}

void CallProgress::hear(Progress const& now) {
    std::lock_guard const lock(mutex_);
    bool const begins = now.what != what_;
    if (begins) {
        if (!what_.empty()) before_ += 1.0;
        what_ = now.what;
    }
    double const share =
        now.all == 0 ? 0.0 : static_cast<double>(now.done) / static_cast<double>(now.all);
    double const progress = before_ + share;
    auto const time = std::chrono::steady_clock::now();
    if (progress <= told_ || (!begins && now.done < now.all && time < next_)) return;
    told_ = progress;
    next_ = time + std::chrono::milliseconds(100);
    nlohmann::ordered_json const message(fmt::format("{}: {} of {}", now.what, now.done, now.all));
    send_(rpc_notification(
        "notifications/progress",
        fmt::format(R"({{"progressToken":{},"progress":{},"message":{}}})",
                    token_,
                    progress,
                    message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))));
}

}  // namespace clustersim
