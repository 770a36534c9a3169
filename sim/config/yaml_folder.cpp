// SPDX-License-Identifier: Apache-2.0
#include "sim/config/yaml_folder.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

bool looks_like_path(std::string const& text) {
    return text == "-" || text.find('/') != std::string::npos || text.ends_with(".yaml") ||
           text.ends_with(".yml");
}

/// The folder within a catalogue of what is only compared with: lists leave it out, names reach it.
constexpr std::string_view reference = "reference";

bool has_nickname(fs::path const& path, std::string const& small) {
    auto const document = read_yaml(path);
    ConfigNode const* nicknames = document ? document->find("nicknames") : nullptr;
    return nicknames != nullptr &&
           std::ranges::any_of(nicknames->items,
                               [&](ConfigNode const& item) { return lower(item.scalar) == small; });
}

/// The file whose `nicknames:` have that word, in upper or lower case, or whose name is that word in lower case; empty if
/// there is none.
std::string known_by(std::string const& nickname,
                     fs::path const& folder,
                     std::vector<std::string> const& known) {
    std::string const small = lower(nickname);
    if (std::ranges::find(known, small) != known.end()) return small;
    auto const found = std::ranges::find_if(known, [&](std::string const& name) {
        return has_nickname(folder / (name + ".yaml"), small);
    });
    return found != known.end() ? *found : std::string();
}

std::vector<std::string> names_in(fs::path const& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error);
         !error && entry != fs::directory_iterator();
         entry.increment(error))
        if (entry->path().extension() == ".yaml") names.push_back(entry->path().stem().string());
    std::ranges::sort(names);
    return names;
}

}  // namespace

std::vector<std::string> YamlFolder::names() const {
    return names_in(folder_);
}

Result<fs::path> YamlFolder::find(std::string const& name_or_path, fs::path const& from) const {
    if (name_or_path == "-") return fs::path("-");
    std::vector<std::string> const references = names_in(folder_ / reference);
    auto const refers = [&](std::string const& name) {
        return std::ranges::find(references, name) != references.end();
    };
    if (looks_like_path(name_or_path)) {
        std::error_code error;
        fs::path const named = name_or_path;
        bool const in_catalogue =
            named.parent_path() == reference && refers(named.filename().string());
        if (in_catalogue && !fs::exists(from / named, error))
            return folder_ / (name_or_path + ".yaml");
        return from / named;
    }
    std::vector<std::string> const known = names();
    if (std::ranges::find(known, name_or_path) != known.end())
        return folder_ / (name_or_path + ".yaml");
    if (refers(name_or_path)) return folder_ / reference / (name_or_path + ".yaml");
    if (known.empty()) {
        return failure(problem(
            Code::cannot_read,
            fmt::format("there is no {} in {}", what_, folder_.string()),
            fmt::format(
                "the folder should hold one YAML file for each {}; --data or CLUSTERSIM_DATA "
                "names the folder that contains systems/ and workloads/",
                what_)));
    }
    if (std::string const name = known_by(name_or_path, folder_, known); !name.empty())
        return folder_ / (name + ".yaml");
    std::string help = did_you_mean(name_or_path, known);
    if (!references.empty()) {
        if (auto const near = nearest_name(name_or_path, references);
            near && !nearest_name(name_or_path, known))
            help = fmt::format("did you mean \"{}\"? {}", *near, help);
        help += fmt::format(", and {} in {}/", references.size(), reference);
    }
    return failure(problem(Code::unknown_name,
                           fmt::format("there is no {} \"{}\"", what_, name_or_path),
                           std::move(help)));
}

Result<ConfigNode> YamlFolder::read(std::string const& name_or_path, fs::path const& from) const {
    auto const path = find(name_or_path, from);
    if (!path) return failure(path.error());
    return read_yaml_extended(*path, [this](std::string const& parent, fs::path const& beside) {
        return find(parent, beside);
    });
}

std::string parent_text(std::string const& name_or_path, fs::path const& path) {
    if (!looks_like_path(name_or_path)) return name_or_path;
    std::string const relative =
        fs::proximate(fs::absolute(name_or_path), fs::absolute(path).parent_path())
            .generic_string();
    return relative.find('/') == std::string::npos ? "./" + relative : relative;
}

}  // namespace clustersim
