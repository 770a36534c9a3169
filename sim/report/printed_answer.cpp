// SPDX-License-Identifier: Apache-2.0
#include "sim/report/printed_answer.hpp"

#include "sim/core/printable.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

using nlohmann::ordered_json;

ordered_json table_json(Table const& table) {
    ordered_json columns = ordered_json::array();
    for (Table::Column const& column : table.columns)
        columns.push_back({{"title", column.title}, {"right", column.right}});
    ordered_json out{{"columns", columns}, {"rows", table.rows}};
    if (table.keys) out["keys"] = *table.keys;
    return out;
}

ordered_json part_json(AnswerPart const& part) {
    ordered_json formats = ordered_json::array();
    for (auto const& [name, kind] : document_format_names)
        if (std::ranges::find(part.formats, kind) != part.formats.end()) formats.push_back(name);
    ordered_json out = ordered_json::object();
    out["formats"] = formats;
    if (part.utf8) out["utf8"] = *part.utf8;
    if (part.detail) out["detail"] = *part.detail;
    if (auto const* table = std::get_if<Table>(&part.content))
        out["table"] = table_json(*table);
    else
        out["text"] = printable_text(std::get<std::string>(part.content));
    return out;
}

/// Throws what the library throws if the JSON is no table.
Table table_of(ordered_json const& json) {
    Table table;
    for (ordered_json const& column : json.at("columns"))
        table.add_column(column.at("title").get<std::string>(), column.at("right").get<bool>());
    table.rows = json.at("rows").get<std::vector<std::vector<std::string>>>();
    if (json.contains("keys")) table.keys = json.at("keys").get<std::size_t>();
    return table;
}

bool is_whole(Table const& table) {
    return table.keys.value_or(0) <= table.columns.size() &&
           std::ranges::all_of(
               table.rows,
               [&](std::vector<std::string> const& row) {
                   return row.size() == table.columns.size();
               });
}

AnswerPart part_of(ordered_json const& json) {
    AnswerPart part;
    auto const formats = json.at("formats").get<std::vector<std::string>>();
    for (auto const& [name, kind] : document_format_names)
        if (std::ranges::find(formats, name) != formats.end()) part.formats.push_back(kind);
    if (json.contains("utf8")) part.utf8 = json.at("utf8").get<bool>();
    if (json.contains("detail")) part.detail = json.at("detail").get<bool>();
    if (json.contains("table"))
        part.content = table_of(json.at("table"));
    else
        part.content = json.at("text").get<std::string>();
    return part;
}

Diagnostic no_answer(std::filesystem::path const& file, std::string what) {
    Diagnostic d =
        problem(Code::cannot_read, std::move(what), "run its scenario again with this version");
    d.where.file = file.string();
    return d;
}

}  // namespace

std::string to_text(PrintedAnswer const& answer, Format format) {
    std::string out;
    for (AnswerPart const& part : answer) {
        if (std::ranges::find(part.formats, format.kind) == part.formats.end()) continue;
        if (part.utf8 && *part.utf8 != format.utf8) continue;
        if (part.detail && *part.detail != format.detail) continue;
        auto const* table = std::get_if<Table>(&part.content);
        out += table != nullptr ? to_text(*table, format) : std::get<std::string>(part.content);
    }
    return out;
}

void add_text(PrintedAnswer& answer, std::string const& text) {
    answer.push_back({text, {Format::table, Format::markdown}});
    answer.push_back({paragraphs(text, Format::latex), {Format::latex}});
}

void show_details(PrintedAnswer& answer) {
    std::erase_if(answer, [](AnswerPart const& part) { return part.detail == false; });
    for (AnswerPart& part : answer) part.detail.reset();
}

std::string answer_json(PrintedAnswer const& answer) {
    ordered_json parts = ordered_json::array();
    for (AnswerPart const& part : answer) parts.push_back(part_json(part));
    ordered_json const document{{"schema", answer_schema}, {"parts", parts}};
    return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Result<PrintedAnswer> read_answer(std::string_view json, std::filesystem::path const& file) {
    try {
        ordered_json const document = ordered_json::parse(json);
        if (document.at("schema").get<std::string>() != answer_schema)
            return failure(no_answer(file,
                                     fmt::format("another version of the program stored this "
                                                 "answer: expected the schema {}",
                                                 answer_schema)));
        PrintedAnswer answer;
        for (ordered_json const& part : document.at("parts")) {
            answer.push_back(part_of(part));
            auto const* table = std::get_if<Table>(&answer.back().content);
            if (table != nullptr && !is_whole(*table))
                return failure(no_answer(file, "a table of this answer has rows of other lengths"));
        }
        return answer;
    } catch (ordered_json::exception const& error) {
        return failure(no_answer(file, fmt::format("this is no stored answer: {}", error.what())));
    }
}

}  // namespace clustersim
