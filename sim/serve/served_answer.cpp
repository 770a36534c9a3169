// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/served_answer.hpp"

#include "sim/core/ascii.hpp"
#include "sim/serve/http_status.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

std::string one_line(Json const& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json problem_json(Diagnostic const& one) {
    return {{"severity",
             one.severity == Severity::error     ? "error"
             : one.severity == Severity::warning ? "warning"
                                                 : "note"},
            {"code", entry_of(one.code).id},
            {"file", one.where.file},
            {"line", one.where.line},
            {"column", one.where.column},
            {"length", one.where.length},
            {"message", one.message},
            {"expected", one.expected},
            {"help", one.help}};
}

constexpr int interrupted = 130;
constexpr int bug = 70;

std::string list_of(Json const& object, char const* key) {
    auto const found = object.find(key);
    return found != object.end() && found->is_array() ? one_line(*found) : "[]";
}

/// Whether an archive that the question holds cannot be read. Nothing else is read for a question but what is shipped.
bool has_damaged_archive(Json const& given) {
    auto const problems = given.find("problems");
    return problems != given.end() && problems->is_array() &&
           std::ranges::any_of(*problems, [](Json const& one) {
               return one.is_object() &&
                      one.value("code", std::string()) == entry_of(Code::cannot_read).id;
           });
}

ServedAnswer answer_of(Json const& given) {
    ServedAnswer answer;
    answer.exit_code = given.value("exit_code", bug);
    answer.format = given.value("format", std::string());
    answer.text = given.value("text", std::string());
    answer.remarks = list_of(given, "remarks");
    answer.problems = list_of(given, "problems");
    if (has_damaged_archive(given)) answer.status = http::unprocessable;
    return answer;
}

}  // namespace

ServedAnswer only_problems(int status, Diagnostics const& all) {
    Json problems = Json::array();
    for (Diagnostic const& one : all.items()) problems.push_back(problem_json(one));
    return {.exit_code = static_cast<int>(all.fault()),
            .format = {},
            .text = {},
            .remarks = "[]",
            .problems = one_line(problems),
            .replicates = 0,
            .status = status};
}

ServedAnswer only_problem(int status, Diagnostic const& one) {
    Diagnostics all;
    all.add(one);
    return only_problems(status, all);
}

void add_problem(ServedAnswer& answer, int status, Diagnostic const& one) {
    std::string const more = one_line(problem_json(one));
    if (answer.problems.size() <= 2)
        answer.problems = fmt::format("[{}]", more);
    else
        answer.problems.insert(answer.problems.size() - 1, "," + more);
    answer.status = status;
}

int status_of(ServedAnswer const& answer) {
    if (answer.status != 0) return answer.status;
    switch (answer.exit_code) {
        case static_cast<int>(Fault::none):
        case static_cast<int>(Fault::expectation): return 200;
        case static_cast<int>(Fault::usage): return 400;
        case static_cast<int>(Fault::invalid):
        case static_cast<int>(Fault::impossible): return 422;
        // Nothing is read or written for a request, so this is memory.
        case static_cast<int>(Fault::io): return 507;
        case interrupted: return 504;
        default: return 500;
    }
}

std::string envelope_of(ServedAnswer const& answer) {
    std::string text = "null";
    if (!answer.text.empty())
        text = answer.format == "json" ? std::string(trimmed(answer.text)) : one_line(answer.text);
    return fmt::format(R"({{"exit_code":{},"remarks":{},"problems":{},{}"answer":{}}})",
                       answer.exit_code,
                       answer.remarks,
                       answer.problems,
                       answer.replicates > 0 ? fmt::format(R"("replicates":{},)", answer.replicates)
                                             : "",
                       text);
}

std::optional<WorkerEvent> read_worker_event(std::string_view line) {
    Json object = Json::parse(line, nullptr, false);
    if (!object.is_object()) return std::nullopt;
    try {
        WorkerEvent event;
        event.id = object.value("id", std::string());
        event.name = object.value("event", std::string());
        if (event.name == "answer" || event.name == "so_far") {
            event.answer = answer_of(object.at("answer"));
            event.answer->replicates = object.value("replicates", std::size_t{0});
        } else {
            object.erase("id");
            object.erase("event");
            event.data = one_line(object);
        }
        return event;
    } catch (Json::exception const&) {
        return std::nullopt;
    }
}

std::string sse_event(std::string_view name, std::string_view data) {
    std::string text = fmt::format("event: {}\n", name);
    // A reader puts the lines together again.
    for (std::string_view const line : split(data, "\n")) text += fmt::format("data: {}\n", line);
    return text + "\n";
}

}  // namespace clustersim
