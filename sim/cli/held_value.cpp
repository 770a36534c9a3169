// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/held_value.hpp"

#include "sim/cli/json_value.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/core/base64.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>

namespace clustersim {
namespace {

/// The key of the text, by what the option takes.
char const* text_key(ValueKind kind) {
    switch (kind) {
        case ValueKind::script: return "text";
        case ValueKind::archive: return "base64";
        default: return "yaml";
    }
}

/// A text with lines of its own.
GivenDocument held_text(std::string text, std::string name) {
    ConfigNode place;
    SourceText source{std::move(name), {}};
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        source.lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    place.source = std::make_shared<SourceText const>(std::move(source));
    place.line = 1;
    place.column = 1;
    return {std::move(text), std::move(place)};
}

}  // namespace

Result<GivenDocument> held_value(OptionRow const& row, JsonValue const& value) {
    OptionSpec const& key = row.spec();
    std::string const text = text_key(key.kind);
    bool const is_document = text == "yaml";
    auto const object = nlohmann::json::parse(value.text, nullptr, /*allow_exceptions=*/false);
    if (is_document && !object.contains(text)) return GivenDocument(value.text, value.place);
    auto const wrong = [&](std::string message) {
        Diagnostic d = problem_at(value.place, Code::wrong_type, std::move(message));
        d.expected = expected_value(key);
        return failure(std::move(d));
    };
    std::string name = key.key;
    for (auto const& [member, held] : object.items()) {
        if (member != text && member != "name")
            return wrong(fmt::format("`{}` has no key \"{}\"", key.key, member));
        if (!held.is_string()) return wrong(fmt::format("`{}`: `{}` is no text", key.key, member));
        if (member == "name") name = held.get<std::string>();
    }
    if (!object.contains(text)) return wrong(fmt::format("`{}` needs `{}`", key.key, text));
    auto given = object[text].get<std::string>();
    if (key.kind != ValueKind::archive) return held_text(std::move(given), std::move(name));
    auto bytes = from_base64(given);
    if (!bytes) return wrong(fmt::format("`{}`: `base64` is none", key.key));
    ConfigNode place;
    place.source = std::make_shared<SourceText const>(SourceText{std::move(name), {}});
    return GivenDocument(std::move(*bytes), std::move(place));
}

}  // namespace clustersim
