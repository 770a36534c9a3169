// SPDX-License-Identifier: Apache-2.0
#include "models/machine/known_as.hpp"

#include "sim/core/ascii.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// Whether all words of `words` occur in `text`, both in lower case.
bool all_occur(std::string const& words, std::string const& text) {
    for (std::size_t at = 0; at < words.size();) {
        std::size_t const end = std::min(words.find(' ', at), words.size());
        if (end > at && text.find(words.substr(at, end - at)) == std::string::npos) return false;
        at = end + 1;
    }
    return !words.empty();
}

}  // namespace

std::size_t longest_match(std::span<std::string const> known_as, std::string_view text) {
    std::string const small = lower(text);
    std::size_t longest = 0;
    for (std::string const& name : known_as)
        if (name.size() > longest && all_occur(lower(name), small)) longest = name.size();
    return longest;
}

}  // namespace clustersim
