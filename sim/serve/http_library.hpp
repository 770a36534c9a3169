// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/serve/http_server.hpp"

#include <memory>

namespace clustersim {

/// A server from the library that is beside the program, for a socket that listens.
Result<std::unique_ptr<HttpServer>>
load_http_server(int socket, HttpSite& site, HttpLimits const& limits);

}  // namespace clustersim
