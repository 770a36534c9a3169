// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/html_report.hpp"

#include "sim/core/ensure.hpp"
#include "sim/report/html/html_shell.hpp"

namespace clustersim {
namespace {

constexpr std::string_view place_of_data = "<!--data-->";

/// JSON that may be inside a <script> element: no text of it can end the element or start a comment, and none of its
/// characters ends a line of JavaScript.
std::string inside_script(std::string_view json) {
    std::string out;
    out.reserve(json.size() + json.size() / 64);
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (json[i] == '<') {
            out += "\\u003c";
        } else if (json.substr(i, 3) == "\xE2\x80\xA8") {
            out += "\\u2028";
            i += 2;
        } else if (json.substr(i, 3) == "\xE2\x80\xA9") {
            out += "\\u2029";
            i += 2;
        } else {
            out += json[i];
        }
    }
    return out;
}

}  // namespace

std::string html_report(std::string_view page_json) {
    std::string_view const shell = html_shell();
    std::size_t const at = shell.find(place_of_data);
    CS_ENSURE(at != std::string_view::npos, "the shell has a place for the data");
    std::string out(shell.substr(0, at));
    out += inside_script(page_json);
    out += shell.substr(at + place_of_data.size());
    return out;
}

}  // namespace clustersim
