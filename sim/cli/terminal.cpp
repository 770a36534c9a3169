// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/terminal.hpp"

#include "sim/core/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace clustersim {
namespace {

/// In less a table is illegible, whatever the terminal says.
constexpr std::size_t least = 40;
constexpr std::size_t most = 10'000;

std::optional<std::size_t> named_columns() {
    char const* const text = std::getenv("COLUMNS");
    if (text == nullptr) return std::nullopt;
    std::string_view const digits = text;
    std::size_t columns = 0;
    auto const [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), columns);
    if (error != std::errc{} || end != digits.data() + digits.size() || columns == 0)
        return std::nullopt;
    return columns;
}

std::optional<std::size_t> terminal_columns() {
    winsize size{};
    if (!stdout_is_terminal() || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return std::nullopt;
    return size.ws_col;
}

}  // namespace

std::size_t stdout_width() {
    auto columns = named_columns();
    if (!columns) columns = terminal_columns();
    return std::clamp(columns.value_or(80), least, most);
}

bool stdout_is_terminal() {
    return isatty(STDOUT_FILENO) == 1;
}

bool locale_is_utf8() {
    for (char const* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        char const* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string const name_of_locale = lower(value);
        return name_of_locale.find("utf-8") != std::string::npos ||
               name_of_locale.find("utf8") != std::string::npos;
    }
    return false;
}

}  // namespace clustersim
