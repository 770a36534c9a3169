// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/listening_socket.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>

namespace clustersim {
namespace {

constexpr int backlog = 512;

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses addresses_of(std::string const& address, int port, int& error) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE;
    addrinfo* found = nullptr;
    error = getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found);
    return {error == 0 ? found : nullptr, &freeaddrinfo};
}

/// 0, or the errno of the call that failed.
int try_to_listen(addrinfo const& at, ListeningSocket& made) {
    int const descriptor = socket(at.ai_family, at.ai_socktype | SOCK_CLOEXEC, at.ai_protocol);
    if (descriptor < 0) return errno;
    int const yes = 1;
    // A port of a server that has just ended can be taken; one of a server that runs cannot.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the interface of sockets
    auto* const name = reinterpret_cast<sockaddr*>(&own);
    if (bind(descriptor, at.ai_addr, at.ai_addrlen) != 0 || listen(descriptor, backlog) != 0 ||
        getsockname(descriptor, name, &size) != 0) {
        int const error = errno;
        close(descriptor);
        return error;
    }
    made.descriptor = descriptor;
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): likewise
    made.port = ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&own)->sin6_port
                                                : reinterpret_cast<sockaddr_in*>(&own)->sin_port);
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
    return 0;
}

}  // namespace

Result<ListeningSocket> listen_at(std::string const& address, int port) {
    int unknown = 0;
    Addresses const found = addresses_of(address, port, unknown);
    if (!found)
        return failure(problem(
            Code::cannot_read,
            fmt::format("{} is no address of this machine: {}", address, gai_strerror(unknown)),
            "--listen takes an address such as 127.0.0.1, ::1, 0.0.0.0 or the name of this "
            "machine"));
    ListeningSocket made;
    int error = 0;
    for (addrinfo const* at = found.get(); at != nullptr && made.descriptor < 0; at = at->ai_next)
        error = try_to_listen(*at, made);
    if (made.descriptor >= 0) return made;
    return failure(problem(
        Code::cannot_read,
        fmt::format("cannot listen at {}, port {}: {}", address, port, std::strerror(error)),
        error == EADDRINUSE ? "another program has this port: leave out --port for one that is free"
        : error == EACCES
            ? "ports below 1024 are the administrator's: leave out --port for one that is free"
            : ""));
}

bool is_loopback(std::string const& address) {
    return address == "::1" || address == "localhost" || address.starts_with("127.");
}

}  // namespace clustersim
