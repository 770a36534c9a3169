// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/json_syntax.hpp"

#include "sim/config/document.hpp"
#include "sim/config/text_place.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace clustersim {
namespace {

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
        std::size_t const at = error.byte > 0 ? error.byte - 1 : 0;
        return problem_at(place_of_byte(name, text, std::min(text.size(), at)),
                          Code::bad_syntax,
                          fmt::format("this is no JSON: {}", reason_of(error.what())));
    } catch (nlohmann::json::exception const& error) {  // such as a number beyond all bounds
        return problem_at(place_of_byte(name, text, 0),
                          Code::bad_syntax,
                          fmt::format("this is no JSON: {}", error.what()));
    }
}

}  // namespace clustersim
