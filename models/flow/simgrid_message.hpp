// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/socket.h>

namespace clustersim {

/// The program that runs SimGrid. It reads queries from its standard input, a socket, and answers each:
/// - a SimGridQuestion, then its capacities in B/s (double), the end of each route in the list of links
///   (uint32), the links (uint32), the bytes of each transfer and its start in seconds (double
///   each);
/// - the answer: the number of transfers (uint64), then the end of each in seconds (double).
inline constexpr char const* simgrid_program_file = "clustersim-simgrid";

struct SimGridQuestion {
    std::uint64_t capacities = 0;
    std::uint64_t transfers = 0;
    std::uint64_t links = 0;
};

/// False if the other side has closed the socket.
inline bool send_all(int socket, void const* data, std::size_t size) {
    auto const* next = static_cast<char const*>(data);
    while (size > 0) {
        ssize_t const sent = send(socket, next, size, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        next += sent;
        size -= static_cast<std::size_t>(sent);
    }
    return true;
}

/// False if the other side has closed the socket.
inline bool receive_all(int socket, void* data, std::size_t size) {
    auto* next = static_cast<char*>(data);
    while (size > 0) {
        ssize_t const received = recv(socket, next, size, MSG_WAITALL);
        if (received <= 0) return false;
        next += received;
        size -= static_cast<std::size_t>(received);
    }
    return true;
}

}  // namespace clustersim
