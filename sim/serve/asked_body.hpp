// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// The body of a request that asks: a question in JSON, which need not name its command.
struct AskedBody {
    std::string text;
    bool has_command = false;
    std::string command;  ///< as the body names it
    std::string machine;  ///< the first that it names; empty: none
};

/// Checks that a body is one object in JSON, of bounded depth. Nothing is kept of it but its text, so that a body takes
/// little more memory than it has bytes: its values are checked where it is answered.
Result<AskedBody> read_asked_body(std::string text);

/// A text in JSON, in one line.
std::string json_text(std::string_view text);

}  // namespace clustersim
