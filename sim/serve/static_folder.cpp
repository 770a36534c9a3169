// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/static_folder.hpp"

#include "sim/core/input_file.hpp"
#include "sim/serve/page_policy.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{256} << 20;
constexpr std::size_t most_files = 10'000;
constexpr std::size_t read_part = 65536;

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> types{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/plain; charset=utf-8"},
    {".yaml", "text/plain; charset=utf-8"},
    {".map", "application/json"},
}};

Result<std::string> bytes_of(fs::path const& file, std::size_t most) {
    auto input = InputFile::open(file);
    if (!input) return failure(input.error());
    std::string bytes;
    std::array<char, read_part> part;  // NOLINT(cppcoreguidelines-pro-type-member-init): read into
    while (true) {
        auto const got = input->read(part);
        if (!got) return failure(got.error());
        if (*got == 0) return bytes;
        bytes.append(part.data(), *got);
        if (bytes.size() > most)
            return failure(problem(
                Code::over_limit,
                fmt::format("the files of the folder have more than {} MiB", most_bytes >> 20U)));
    }
}

}  // namespace

std::string content_type(fs::path const& file) {
    std::string const ending = file.extension().string();
    for (auto const& [one, type] : types)
        if (one == ending) return std::string(type);
    return "application/octet-stream";
}

Result<std::map<std::string, StaticFile>> read_static_folder(fs::path const& folder) {
    std::map<std::string, StaticFile> files;
    std::size_t bytes = 0;
    std::error_code error;
    auto all = fs::recursive_directory_iterator(folder, error);
    for (; !error && all != fs::recursive_directory_iterator(); all.increment(error)) {
        auto const status = all->symlink_status(error);
        bool const is_hidden = all->path().filename().string().starts_with('.');
        if (is_hidden && fs::is_directory(status)) all.disable_recursion_pending();
        if (is_hidden || !fs::is_regular_file(status)) continue;
        if (files.size() >= most_files)
            return failure(
                problem(Code::over_limit,
                        fmt::format("{} has more than {} files", folder.string(), most_files)));
        auto text = bytes_of(all->path(), most_bytes - bytes);
        if (!text) return failure(text.error());
        bytes += text->size();
        std::string const name = "/" + all->path().lexically_relative(folder).generic_string();
        StaticFile file{.type = content_type(all->path()), .policy = {}, .bytes = std::move(*text)};
        file.policy = static_policy(file.type.starts_with("text/html") ? file.bytes : "");
        files.emplace(name, std::move(file));
    }
    if (error) return failure(cannot_read(folder.string(), error.message()));
    auto const index = files.find("/index.html");
    if (index == files.end())
        return failure(problem(Code::cannot_read,
                               fmt::format("{} has no index.html", folder.string()),
                               "give the folder of a static edition"));
    files.emplace("/", index->second);
    return files;
}

}  // namespace clustersim
