// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The fewest characters of a token that somebody chooses.
inline constexpr std::size_t shortest_token = 32;

/// 32 random bytes of the kernel in hexadecimal. Throws std::system_error.
std::string random_token();

/// Whether a given text is the secret, in a time that depends on its length alone.
bool is_secret(std::string_view given, std::string_view secret);

/// Who may ask a server: whoever knows its token, and comes by its own address. A page of another site that the browser
/// of a user has open knows neither, even if its name resolves to this machine (DNS rebinding).
class Access {
  public:
    /// `names` are the hosts by which the server is known: "127.0.0.1", "[::1]", "login1".
    Access(std::string token, std::vector<std::string> names, int port);

    /// Whether a header Host names this server. `local_address` is that of the connection.
    [[nodiscard]] bool is_host(std::string_view host, std::string_view local_address) const;
    /// The same of a header Origin, which only browsers send.
    [[nodiscard]] bool is_origin(std::string_view origin, std::string_view local_address) const;
    /// Whether a header Authorization has the token: "Bearer TOKEN".
    [[nodiscard]] bool is_authorized(std::string_view authorization) const;
    [[nodiscard]] bool is_token(std::string_view token) const { return is_secret(token, token_); }

  private:
    std::string token_;
    std::vector<std::string> names_;
    int port_;
};

/// An address as it is written in front of a port: "[::1]" of "::1".
std::string url_host(std::string_view address);

}  // namespace clustersim
