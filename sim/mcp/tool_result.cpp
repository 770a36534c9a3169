// SPDX-License-Identifier: Apache-2.0
#include "sim/mcp/tool_result.hpp"

#include "sim/commands/answer_json.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// Without white space: an agent pays for each byte.
std::string compact(Json const& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Without members that are null: what does not apply, such as most metrics of a job. In a list each place counts.
Json without_nulls(Json value) {
    if (value.is_array())
        for (Json& one : value) one = without_nulls(std::move(one));
    if (!value.is_object()) return value;
    Json kept = Json::object();
    for (auto& [key, one] : value.items())
        if (!one.is_null()) kept[key] = without_nulls(std::move(one));
    return kept;
}

/// The answer as a value: JSON as it is, anything else as a text.
Json value_of(Answer const& answer) {
    if (answer.text.empty()) return nullptr;
    if (answer.format == "json") {
        Json read = Json::parse(answer.text, nullptr, false);
        if (!read.is_discarded()) return without_nulls(std::move(read));
    }
    return answer.text;
}

std::string pointer_word(std::string_view key) {
    std::string word;
    for (char const c : key) word += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return word;
}

/// The parts of a value by their JSON pointers.
std::vector<std::pair<std::string, Json const*>> parts_of(Json const& value,
                                                          std::string const& at) {
    std::vector<std::pair<std::string, Json const*>> parts;
    if (value.is_object())
        for (auto const& [key, one] : value.items())
            parts.emplace_back(fmt::format("{}/{}", at, pointer_word(key)), &one);
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            parts.emplace_back(fmt::format("{}/{}", at, i), &value[i]);
    return parts;
}

/// What an answer consists of, in place of one that is too long.
Json outline(Json const& value, std::string const& at, std::size_t bytes, ToolCall const& call) {
    constexpr std::size_t most_parts = 40;
    Json out{{"bytes", bytes}, {"max_bytes", call.most_bytes}};
    auto const parts = parts_of(value, at);
    if (!parts.empty()) {
        Json& list = out["parts"] = Json::object();
        for (auto const& [pointer, one] : parts) {
            if (list.size() == most_parts) break;
            Json& entry = list[pointer] = Json{{"bytes", compact(*one).size()}};
            if (one->is_array()) entry["items"] = one->size();
        }
        if (parts.size() > most_parts) out["more_parts"] = parts.size() - most_parts;
    }
    out["help"] =
        value.is_string()
            ? "ask for less, for `format`: \"json\" with `select`, or for a greater `max_bytes`"
            : "ask again with `select`: one of the parts; for less, such as fewer sizes; or with a "
              "greater `max_bytes`";
    return out;
}

Diagnostic no_such_part(std::string const& part, Json const& value) {
    std::vector<std::string> known;
    for (auto const& [pointer, one] : parts_of(value, ""))
        if (known.size() < 40) known.push_back(pointer);
    Diagnostic wrong = problem(Code::unknown_name,
                               fmt::format("the answer has no part \"{}\"", part),
                               known.empty() ? "leave out `select`" : did_you_mean(part, known));
    wrong.expected = "a JSON pointer, such as \"/steps/0\"";
    return wrong;
}

/// The part that `select` names, or nullptr.
Json const* part_of(Json const& value, std::string const& part) {
    try {
        Json::json_pointer const pointer(part);
        return value.contains(pointer) ? &value.at(pointer) : nullptr;
    } catch (Json::exception const&) {
        return nullptr;
    }
}

std::string as_result(Json const& envelope, bool structured) {
    Json result{{"content", Json::array({Json{{"type", "text"}, {"text", compact(envelope)}}})}};
    if (structured) result["structuredContent"] = envelope;
    // 1 says that an expectation of the scenario does not hold, which is an answer.
    result["isError"] = envelope["exit_code"] > 1;
    return compact(result);
}

}  // namespace

std::string tool_result(Answer const& answer, ToolCall const& call, bool structured) {
    Answer told = answer;
    told.text.clear();
    Json const whole = value_of(answer);
    Json const* wanted = &whole;
    if (!call.part.empty() && !whole.is_null()) {
        wanted = part_of(whole, call.part);
        if (wanted == nullptr) {
            told.problems.add(no_such_part(call.part, whole));
            told.exit_code = static_cast<int>(Fault::usage);
        }
    }
    Json envelope = Json::parse(answer_json(told));
    envelope.erase("text");
    envelope.erase("format");
    if (wanted == nullptr) return as_result(envelope, structured);
    std::size_t const bytes = compact(*wanted).size();
    if (bytes > call.most_bytes)
        envelope["too_long"] = outline(*wanted, call.part, bytes, call);
    else
        envelope["answer"] = *wanted;
    return as_result(envelope, structured);
}

std::string refused_call(Diagnostics const& problems, bool structured) {
    Answer answer;
    answer.problems = problems;
    answer.exit_code = static_cast<int>(Fault::usage);
    return tool_result(answer, {}, structured);
}

}  // namespace clustersim
