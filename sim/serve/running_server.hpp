// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/http_server.hpp"

#include <functional>

namespace clustersim {

/// Blocks the signals that end a server, for this thread and those that it starts. To be called before there are others.
void hold_signals();

/// Serves until one of those signals, then calls `before_end` and closes all connections.
void serve_until_signal(HttpServer& server, std::function<void()> const& before_end);

}  // namespace clustersim
