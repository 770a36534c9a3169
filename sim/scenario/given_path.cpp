// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/given_path.hpp"

#include <string_view>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

bool is_yaml_file(std::string_view text) {
    return text.ends_with(".yaml") || text.ends_with(".yml");
}

/// The name of a machine in a subfolder of the catalogue, such as `reference/selene`.
bool may_be_in_catalogue(fs::path const& path) {
    return path.parent_path() == "reference" && path.extension().empty();
}

}  // namespace

std::string given_path(std::string const& name_or_path, fs::path const& folder) {
    fs::path const path = name_or_path;
    bool const is_path = name_or_path.find('/') != std::string::npos || is_yaml_file(name_or_path);
    std::error_code error;
    if (!is_path || path.is_absolute() || folder.empty()) return name_or_path;
    if (may_be_in_catalogue(path) && !fs::exists(path, error)) return name_or_path;
    if (fs::equivalent(folder, fs::current_path(error), error)) return name_or_path;
    fs::path const absolute = fs::absolute(path, error);
    return error ? name_or_path : absolute.lexically_normal().string();
}

std::string given_setting(std::string const& assignment, fs::path const& folder) {
    auto const equals = assignment.find('=');
    if (equals == std::string::npos) return assignment;
    std::string const value = assignment.substr(equals + 1);
    bool const is_path =
        value.starts_with("./") || value.starts_with("../") ||
        (is_yaml_file(value) && value.find_first_of(" ,[]{}") == std::string::npos);
    if (!is_path) return assignment;
    return assignment.substr(0, equals + 1) + given_path(value, folder);
}

}  // namespace clustersim
