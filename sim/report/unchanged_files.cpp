// SPDX-License-Identifier: Apache-2.0
#include "sim/report/whole_folder.hpp"
#include "sim/scenario/resolved_document.hpp"

#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Diagnostic not_ours(fs::path const& path, std::string const& why) {
    Diagnostic d = cannot_write_folder(path, why);
    d.help = "choose another --out";
    return d;
}

}  // namespace

std::optional<std::string> bytes_of_own_file(fs::path const& file) {
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream) return std::nullopt;
    return text;
}

Result<void> check_only_unchanged(fs::path const& folder,
                                  std::string const& mark,
                                  std::map<std::string, std::string> const& hashes) {
    std::error_code error;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder, error)) {
        std::string const name = entry.path().filename().string();
        bool const regular = fs::is_regular_file(entry.symlink_status(error));
        if (name == mark && regular) continue;
        auto const known = hashes.find(name);
        if (known == hashes.end())
            return failure(not_ours(entry.path(), "this file is not part of the earlier result"));
        auto const bytes = regular ? bytes_of_own_file(entry.path()) : std::nullopt;
        if (!bytes || content_hash({*bytes}) != known->second)
            return failure(not_ours(
                entry.path(), "this file has been changed since the earlier result was written"));
    }
    if (error) return failure(not_ours(folder, error.message()));
    return {};
}

}  // namespace clustersim
