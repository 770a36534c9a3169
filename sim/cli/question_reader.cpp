// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_reader.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/foreign_command.hpp"
#include "sim/cli/foreign_question.hpp"
#include "sim/cli/held_value.hpp"
#include "sim/cli/json_value.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_value.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace clustersim {
namespace {

constexpr char const* example =
    R"({"command": "step", "app": "gpt-857m", "system": "leonardo", "nodes": [2, 4]})";

/// More than any question has that is not a mistake.
constexpr std::size_t most_values = 10'000;

/// Keys above this number are looked at no more: each that is wrong would be told with all that are known.
constexpr std::size_t most_keys = 256;

class QuestionReader {
  public:
    QuestionReader(Command& app, JsonValue const& root, Trust trust)
        : app_(&app), root_(&root), trust_(trust) {}

    Result<Command*> read() {
        if (root_->kind == JsonValue::Kind::object)
            read_command();
        else
            complain(*root_, Code::bad_syntax, "the question is no JSON object").expected = example;
        if (!problems_.has_errors()) return filled();
        problems_.sort_by_place();
        return failure(std::move(problems_));
    }

  private:
    Diagnostic& complain(JsonValue const& value, Code code, std::string message) {
        return problems_.add(problem_at(value.place, code, std::move(message)));
    }

    void read_command() {
        auto const commands = askable_commands(*app_);
        JsonValue const* const named = root_->find("command");
        if (named == nullptr) {
            Diagnostic& d = complain(*root_, Code::missing_key, "the key `command` is missing");
            d.expected = example;
            return;
        }
        auto const found = std::ranges::find(commands, named->text, &AskableCommand::name);
        bool const is_text = named->kind == JsonValue::Kind::text;
        if (is_text && found != commands.end()) {
            command_ = *found;
            if (std::string const why = why_not_foreign(*found);
                trust_ != Trust::own && !why.empty())
                complain(*named,
                         Code::wrong_usage,
                         fmt::format("`{}` cannot be asked from here: {}", found->name, why));
            else
                read_keys(question_keys(*found->command));
            return;
        }
        if (!is_text) {
            complain(*named, Code::wrong_type, "`command` is no text").expected = "\"step\"";
            return;
        }
        if (auto const renamed = renamed_command(*app_, {&named->text, 1})) {
            complain(*named, Code::unknown_name, renamed->message);
            return;
        }
        std::vector<std::string> known;
        for (AskableCommand const& one : commands)
            if (one.name.starts_with(named->text + " ")) known.push_back(one.name);
        bool const has_commands = !known.empty();
        if (!has_commands)
            for (AskableCommand const& one : commands) known.push_back(one.name);
        Diagnostic& d =
            complain(*named,
                     Code::unknown_name,
                     fmt::format("there is no command \"{}\" that can be asked", named->text));
        d.help = has_commands ? fmt::format("known: {}", fmt::join(known, ", "))
                              : meant_command(named->text, known);
    }

    void read_keys(std::vector<OptionRow const*> const& keys) {
        keys_ = &keys;
        if (root_->members.size() > most_keys) {
            complain(*root_,
                     Code::out_of_range,
                     fmt::format("the question has {} keys", root_->members.size()))
                .expected = fmt::format("at most {} keys", most_keys);
            return;
        }
        for (JsonValue::Member const& member : root_->members) {
            std::string const& name = member.key.text;
            auto const key =
                std::ranges::find(keys, name, [](OptionRow const* row) { return row->spec().key; });
            if (JsonValue const* const first = root_->find(name); first != &member.value)
                tell_doubled(member.key, *first);
            else if (name == "command")
                continue;
            else if (key == keys.end())
                tell_unknown(member.key);
            else
                read_value(**key, member.value);
        }
        check_presence();
    }

    void tell_doubled(JsonValue const& key, JsonValue const& first) {
        complain(key,
                 Code::duplicate_key,
                 fmt::format("the key \"{}\" is given twice in this mapping", key.text))
            .help =
            fmt::format("the first value is at line {}; remove one of the two", first.place.line);
    }

    void tell_unknown(JsonValue const& key) {
        std::vector<std::string> known;
        for (OptionRow const* one : *keys_) known.push_back(one->spec().key);
        complain(key,
                 Code::unknown_key,
                 fmt::format("the command {} has no key \"{}\"", command_->name, key.text))
            .help = did_you_mean(key.text, known);
    }

    void read_value(OptionRow const& key, JsonValue const& value) {
        present_.emplace(key.spec().key, &value);
        if (value.kind != JsonValue::Kind::list) {
            read_word(key, value);
        } else if (!key.spec().is_list || value.items.empty()) {
            complain(
                value,
                Code::wrong_type,
                fmt::format("`{}` takes {}",
                            key.spec().key,
                            key.spec().is_list ? "at least one value" : "one value and no list"))
                .expected = expected_value(key.spec());
        } else if (value.items.size() > most_values) {
            complain(value,
                     Code::out_of_range,
                     fmt::format("`{}` has {} values", key.spec().key, value.items.size()))
                .expected = fmt::format("at most {} values", most_values);
        } else {
            for (JsonValue const& item : value.items) read_word(key, item);
        }
    }

    void read_word(OptionRow const& key, JsonValue const& value) {
        if (value.kind == JsonValue::Kind::object && may_be_held(key.spec().kind)) {
            auto held = held_value(key, value);
            if (!held)
                problems_.append(std::move(held.error()));
            else if (trust_ == Trust::own || !refuse(foreign_refusal(key, *held, trust_)))
                values_[key.spec().name].emplace_back(std::move(*held));
            return;
        }
        auto word = word_of(key, value);
        if (!word)
            problems_.append(std::move(word.error()));
        else if (key.spec().kind == ValueKind::flag && *word == "false")
            present_.erase(key.spec().key);
        else if (trust_ == Trust::own || !refuse(foreign_refusal(key, value, *word, trust_)))
            values_[key.spec().name].emplace_back(std::move(*word));
    }

    /// What a foreign asker may not ask is a problem.
    bool refuse(Diagnostics refused) {
        bool const any = !refused.empty();
        problems_.append(std::move(refused));
        return any;
    }

    [[nodiscard]] bool is_present(std::string const& key) const { return present_.contains(key); }

    void check_presence() {
        for (OptionRow const* row : *keys_) {
            OptionSpec const& key = row->spec();
            if (key.required && !is_present(key.key))
                complain(*root_,
                         Code::missing_key,
                         fmt::format("{} needs the key `{}`", command_->name, key.key))
                    .expected = fmt::format("\"{}\": {}", key.key, expected_value(key));
            if (!is_present(key.key)) continue;
            JsonValue const& value = *present_.at(key.key);
            for (OptionRow const* other : key.needs)
                if (!is_present(other->spec().key))
                    complain(value,
                             Code::inconsistent,
                             fmt::format("`{}` needs `{}`", key.key, other->spec().key));
            for (OptionRow const* other : key.excludes)
                if (key.key < other->spec().key && is_present(other->spec().key))
                    complain(value,
                             Code::inconsistent,
                             fmt::format(
                                 "`{}` and `{}` exclude each other", key.key, other->spec().key));
        }
        for (KeyGroup const& group : key_groups(*command_->command)) check_group(group);
    }

    void check_group(KeyGroup const& group) {
        auto const count = static_cast<std::size_t>(
            std::ranges::count_if(group.keys, [&](auto const& key) { return is_present(key); }));
        if (count >= group.least && count <= group.most) return;
        std::string const how = count < group.least ? "at least" : "at most";
        complain(*root_,
                 count < group.least ? Code::missing_key : Code::inconsistent,
                 fmt::format("{} takes {} {} of the keys {}",
                             command_->name,
                             group.least == group.most ? "exactly" : how,
                             count < group.least ? group.least : group.most,
                             fmt::join(group.keys, ", ")));
    }

    /// The command with the values of the question.
    Command* filled() {
        Command* command = app_;
        for (std::string const& word : split_list(command_->name, " "))
            command = command->get_command(word);
        for (auto const& [key, values] : values_)
            for (Value const& value : values)
                std::visit(
                    [&, &key = key](auto const& one) { command->get_option(key)->give(one); },
                    value);
        return command;
    }

    /// As a word of the command line, or a document.
    using Value = std::variant<std::string, GivenDocument>;

    Command* app_;
    Diagnostics problems_;
    JsonValue const* root_;
    Trust trust_;
    std::optional<AskableCommand> command_;
    std::vector<OptionRow const*> const* keys_ = nullptr;
    std::map<std::string, JsonValue const*>
        present_;  ///< the keys that are given, flags that are true
    std::map<std::string, std::vector<Value>> values_;  ///< by the name of the option
};

}  // namespace

Result<Command*> read_question(Command& app, JsonValue const& question, Trust trust) {
    return QuestionReader(app, question, trust).read();
}

}  // namespace clustersim
