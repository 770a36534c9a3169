// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_json.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/question_keys.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

/// A word that the option has taken, as its type has it.
Json value_of(OptionSpec const& spec, std::string const& word) {
    bool const is_number = spec.kind == ValueKind::integer || spec.kind == ValueKind::number;
    Json const number = is_number ? Json::parse(word, nullptr, false) : Json();
    // The command line also takes numbers that JSON has not, such as "+4" and "010".
    if (number.is_number()) return number;
    if (spec.kind == ValueKind::integer) return std::stoll(word);
    if (spec.kind == ValueKind::number) return std::stod(word);
    return word;
}

Json given(OptionRow const& row) {
    OptionSpec const& spec = row.spec();
    if (spec.kind == ValueKind::flag) return true;
    std::vector<std::string> const words = row.values();
    if (!spec.is_list) return value_of(spec, words.back());
    Json list = Json::array();
    for (std::string const& word : words) list.push_back(value_of(spec, word));
    return list;
}

}  // namespace

std::string question_json(Command const& asked) {
    std::string name;
    for (Command const* command : path_to(asked))
        if (command->parent() != nullptr) name += (name.empty() ? "" : " ") + command->get_name();
    Json question = Json::object({{"command", name}});
    for (OptionRow const* row : question_keys(asked))
        if (row->count() > 0) question[row->spec().key] = given(*row);
    return question.dump(2) + "\n";
}

}  // namespace clustersim
