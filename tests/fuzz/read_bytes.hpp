// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/require.hpp"

#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

/// Calls `read` with the path of a file that holds the text and is never on disk.
template <class Read>
auto read_bytes(std::string_view text, Read const& read) {
    int const file = memfd_create("input", 0);
    FUZZ_REQUIRE(file >= 0);
    FUZZ_REQUIRE(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    auto result = read("/proc/self/fd/" + std::to_string(file));
    close(file);
    return result;
}

/// Takes the text up to the next NUL off the front of `rest`: one input may hold several files.
inline std::string next_file(std::string_view& rest) {
    auto const end = rest.find('\0');
    std::string text(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return text;
}
