// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/template_files.hpp"

#include "sim/config/document.hpp"
#include "sim/core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Replaces each path of the template that is relative to its folder.
std::string with_absolute_paths(std::string_view text, fs::path const& folder) {
    std::string out;
    while (!text.empty()) {
        std::size_t const at = text.find("../");
        bool const begins_path =
            at == 0 || (at != std::string_view::npos &&
                        (text[at - 1] == ' ' || text[at - 1] == '=' || text[at - 1] == '['));
        out += text.substr(0, at);
        if (at == std::string_view::npos) break;
        text.remove_prefix(at);
        std::string_view const path = text.substr(0, text.find_first_of(" ,]}\r\n"));
        out += begins_path ? (folder / path).lexically_normal().string() : std::string(path);
        text.remove_prefix(path.size());
    }
    return out;
}

}  // namespace

std::vector<TemplateFile> template_files(fs::path const& data_root) {
    std::vector<TemplateFile> files;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(data_root / "scenarios", error), end;
         !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == ".yaml")
            files.push_back({entry->path().stem().string(), entry->path()});
    std::ranges::sort(files, {}, &TemplateFile::name);
    return files;
}

std::string title_of(TemplateFile const& file) {
    auto const document = read_yaml(file.path);
    ConfigNode const* title = document ? document->find("title") : nullptr;
    return title == nullptr ? "" : title->scalar;
}

Result<std::string> template_text(TemplateFile const& file) {
    auto text = read_text(file.path);
    if (!text) return text;
    return with_absolute_paths(*text, fs::absolute(file.path).parent_path());
}

}  // namespace clustersim
