// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <httplib.h>

#include <cstddef>
#include <optional>

namespace clustersim {

/// The length that a head gives for its body: nothing if it gives none, or not in one whole number.
struct BodyLength {
    std::optional<std::size_t> bytes;
    bool in_chunks = false;
    bool wrong = false;
};

BodyLength body_length(httplib::Request const& request);

}  // namespace clustersim
