// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/scenario_resources.hpp"

#include "sim/core/input_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <vector>

namespace clustersim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view scheme = "clustersim://scenarios/";

/// The files, relative to the folder, by name.
std::vector<fs::path> shipped_files(fs::path const& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        fs::path const file = at->path().lexically_relative(folder);
        if (*file.begin() == "courses") continue;
        if (file.extension() == ".yaml" || file.extension() == ".json") files.push_back(file);
    }
    std::ranges::sort(files);
    return files;
}

char const* media_type(fs::path const& file) {
    return file.extension() == ".json" ? "application/schema+json" : "application/yaml";
}

std::string address_of(fs::path const& file) {
    return std::string(scheme) + file.generic_string();
}

/// What the file says its title is; empty if nothing.
std::string title_in(std::string_view text) {
    constexpr std::string_view key = "\ntitle:";
    std::size_t const found = text.find(key);
    if (found == std::string_view::npos) return {};
    std::string_view line = text.substr(found + key.size());
    line = line.substr(0, line.find('\n'));
    line.remove_prefix(std::min(line.find_first_not_of(" \""), line.size()));
    line.remove_suffix(line.size() - (line.find_last_not_of(" \"\r") + 1));
    return std::string(line);
}

std::string dumped(Json const& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string listed_resources(fs::path const& folder) {
    Json list = Json::array();
    for (fs::path const& file : shipped_files(folder)) {
        Json one{{"uri", address_of(file)},
                 {"name", file.generic_string()},
                 {"mimeType", media_type(file)}};
        if (auto const text = read_text(folder / file))
            if (std::string title = title_in(*text); !title.empty()) one["description"] = title;
        list.push_back(std::move(one));
    }
    return dumped({{"resources", std::move(list)}});
}

std::optional<std::string> read_resource(fs::path const& folder, std::string const& address) {
    // The address is compared with those of the list and never becomes a path.
    for (fs::path const& file : shipped_files(folder)) {
        if (address_of(file) != address) continue;
        auto const text = read_text(folder / file);
        if (!text) return std::nullopt;
        return dumped({{"contents",
                        Json::array({Json{
                            {"uri", address}, {"mimeType", media_type(file)}, {"text", *text}}})}});
    }
    return std::nullopt;
}

}  // namespace clustersim
