// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim {

/// The head of a request, as the site needs it.
struct HttpRequest {
    std::string method;
    std::string path;   ///< without the part after `?`, decoded
    std::string token;  ///< parameter `token` of the address
    std::string host;
    std::string origin;
    std::string authorization;
    std::string asker;  ///< header X-Clustersim-Asker
    std::string accept;
    std::string local_address;  ///< of the connection: "127.0.0.1"
    std::size_t connection = 0;
    /// Whether the client still listens. A client that has closed its side counts as gone.
    std::function<bool()> is_there;
};

/// Writes a part of an answer; false once the client has gone.
using HttpWrite = std::function<bool(std::string_view)>;

struct HttpReply {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::function<void(HttpWrite const&)>
        stream;  ///< writes the body part by part, in place of `body`
};

/// The body of a request while it arrives, and what answers it.
class HttpBody {
  public:
    HttpBody() = default;
    HttpBody(HttpBody const&) = delete;
    HttpBody& operator=(HttpBody const&) = delete;
    virtual ~HttpBody() = default;

    /// The status with which the request is refused if no more is taken, else 0.
    virtual int take(std::string_view bytes) = 0;
    virtual HttpReply answer(HttpRequest const& request) = 0;
};

/// What a server serves. Called from a thread for each connection.
class HttpSite {
  public:
    HttpSite() = default;
    HttpSite(HttpSite const&) = delete;
    HttpSite& operator=(HttpSite const&) = delete;
    virtual ~HttpSite() = default;

    /// The reply to a request whose body is not wanted, or who takes its body. Access is checked here, before any of the
    /// body is read.
    virtual std::variant<HttpReply, std::unique_ptr<HttpBody>>
    begin(HttpRequest const& request) = 0;
    /// The reply to what is no request, or was refused before or after `begin`.
    virtual HttpReply refusal(int status) = 0;
};

}  // namespace clustersim
