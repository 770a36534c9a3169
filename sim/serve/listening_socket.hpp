// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>

namespace clustersim {

/// A socket that listens, and its port.
struct ListeningSocket {
    int descriptor = -1;
    int port = 0;
};

/// Listens at an address or name of this machine; port 0 is any that is free. The socket is made here because the library
/// would share the port with another server, and let only five clients wait.
Result<ListeningSocket> listen_at(std::string const& address, int port);

/// Whether only this machine itself reaches the address.
bool is_loopback(std::string const& address);

}  // namespace clustersim
