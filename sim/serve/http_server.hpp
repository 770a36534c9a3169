// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/http_site.hpp"

#include <chrono>
#include <cstddef>

namespace clustersim {

/// What one client can take of the server.
struct HttpLimits {
    std::size_t connections = 256;
    std::size_t head_bytes = std::size_t{16} << 10;
    std::size_t body_bytes = std::size_t{32} << 20;
    std::size_t requests_a_connection = 1000;
    std::chrono::milliseconds idle{15'000};        ///< between two requests
    std::chrono::milliseconds head_time{10'000};   ///< from the first to the last byte of a head
    std::chrono::milliseconds body_time{60'000};   ///< the same of a body
    std::chrono::milliseconds write_time{30'000};  ///< until a client takes a part of an answer
};

/// A running server. It is in a library of its own (`clustersim-http.so`), because Debian's cpp-httplib comes with
/// OpenSSL and Brotli, which would cost every start of the program a quarter of its time.
class HttpServer {
  public:
    HttpServer() = default;
    HttpServer(HttpServer const&) = delete;
    HttpServer& operator=(HttpServer const&) = delete;
    virtual ~HttpServer() = default;

    /// Serves until `stop`; connections are closed then.
    virtual void run() = 0;
    virtual void stop() = 0;
};

/// Makes a server of a socket that listens. The site outlives it.
using MakeHttpServer = HttpServer* (*)(int socket, HttpSite& site, HttpLimits const& limits);

/// The name of that function in the library, and that of the library's file.
inline constexpr char const* make_http_server_name = "clustersim_http_server";
inline constexpr char const* http_library_file = "clustersim-http.so";

}  // namespace clustersim
