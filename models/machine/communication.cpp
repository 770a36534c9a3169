// SPDX-License-Identifier: Apache-2.0
#include "models/machine/communication.hpp"

#include "models/machine/known_as.hpp"

#include <cstddef>

namespace clustersim {
namespace {

template <class Part>
Part const* best_of(std::span<CommunicationSoftware const> all,
                    std::string_view text,
                    std::optional<Part> CommunicationSoftware::*part) {
    Part const* best = nullptr;
    std::size_t longest = 0;
    for (CommunicationSoftware const& each : all) {
        std::size_t const length = longest_match(each.known_as, text);
        if (!(each.*part) || length <= longest) continue;
        best = &*(each.*part);
        longest = length;
    }
    return best;
}

}  // namespace

Carrier const* find_carrier(std::span<CommunicationSoftware const> all, std::string_view text) {
    return best_of(all, text, &CommunicationSoftware::carrier);
}

Timing const* find_timing(std::span<CommunicationSoftware const> all, std::string_view text) {
    return best_of(all, text, &CommunicationSoftware::timing);
}

}  // namespace clustersim
