// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/token_file.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/input_file.hpp"
#include "sim/serve/access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace clustersim {

Result<std::string> read_token_file(std::filesystem::path const& file) {
    namespace fs = std::filesystem;
    constexpr std::size_t most = 4096;
    std::error_code error;
    auto const status = fs::status(file, error);
    auto const of_others = fs::perms::group_all | fs::perms::others_all;
    if (fs::is_regular_file(status) && (status.permissions() & of_others) != fs::perms::none)
        return failure(
            problem(Code::cannot_read,
                    fmt::format("other users may read {}, so it holds no secret", file.string()),
                    fmt::format("chmod 600 {}", file.string())));
    if (fs::exists(status) && !fs::is_regular_file(status))
        return failure(cannot_read(file.string(), "it is no file"));
    auto text = read_text(file, most);
    if (!text) return text;
    return std::string(trimmed(*text));
}

std::optional<Diagnostic> wrong_token(std::string const& token) {
    bool const plain = std::ranges::all_of(token, [](char c) {
        return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' ||
               c == '_';
    });
    if (plain && token.size() >= shortest_token) return std::nullopt;
    return problem(Code::wrong_usage,
                   fmt::format("a token has {} or more letters, digits, - or _", shortest_token),
                   "openssl rand -hex 32 makes one");
}

}  // namespace clustersim
