// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_json.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/option_json.hpp"
#include "sim/cli/question_keys.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

Json given(OptionRow const& row) {
    OptionSpec const& spec = row.spec();
    if (spec.kind == ValueKind::flag) return true;
    std::vector<std::string> const words = row.values();
    if (!spec.is_list) return value_in_json(spec, words.back());
    Json list = Json::array();
    for (std::string const& word : words) list.push_back(value_in_json(spec, word));
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
