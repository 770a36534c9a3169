// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/json_syntax.hpp"

#include "sim/config/document.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

std::vector<std::string> lines_of(std::string const& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
    return lines;
}

/// The library's reason without its number and its own place.
std::string reason_of(std::string_view what) {
    std::size_t const dash = what.find(" - ");
    return std::string(dash == std::string_view::npos ? what : what.substr(dash + 3));
}

}  // namespace

std::optional<Diagnostic> json_syntax_problem(std::string const& text, std::string const& name) {
    try {
        [[maybe_unused]] auto const read = nlohmann::json::parse(text);
        return std::nullopt;
    } catch (nlohmann::json::parse_error const& error) {
        std::size_t const at = std::min(text.size(), error.byte > 0 ? error.byte - 1 : 0);
        std::string_view const before = std::string_view(text).substr(0, at);
        ConfigNode place;
        place.source = std::make_shared<SourceText const>(SourceText{name, lines_of(text)});
        place.line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
        place.column = static_cast<int>(at - (before.rfind('\n') + 1)) + 1;
        return problem_at(
            place, Code::bad_syntax, fmt::format("this is no JSON: {}", reason_of(error.what())));
    } catch (nlohmann::json::exception const& error) {  // such as a number beyond all bounds
        ConfigNode whole;
        whole.source = std::make_shared<SourceText const>(SourceText{name, lines_of(text)});
        return problem_at(
            whole, Code::bad_syntax, fmt::format("this is no JSON: {}", error.what()));
    }
}

}  // namespace clustersim
