// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/question_reader.hpp"

#include "sim/cli/json_syntax.hpp"
#include "sim/cli/old_names.hpp"
#include "sim/cli/question_keys.hpp"
#include "sim/cli/question_value.hpp"
#include "sim/config/doubled_keys.hpp"
#include "sim/config/json_escapes.hpp"
#include "sim/core/nearest_name.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

constexpr char const* example =
    R"({"command": "step", "app": "gpt-857m", "system": "leonardo", "nodes": [2, 4]})";

/// The place of a line and column, which count from 1, in a text.
std::size_t offset_of(std::string_view text, int line, int column) {
    std::size_t at = 0;
    for (int i = 1; i < line; ++i) at = text.find('\n', at) + 1;
    return at + static_cast<std::size_t>(column) - 1;
}

/// The object that begins there, with its closing brace.
std::string_view object_at(std::string_view text, std::size_t begin) {
    int open = 0;
    bool quoted = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        char const c = text[i];
        if (c == '"') quoted = !quoted;
        if (quoted && c == '\\') ++i;
        if (quoted) continue;
        if (c == '{' || c == '[') ++open;
        if ((c == '}' || c == ']') && --open == 0) return text.substr(begin, i + 1 - begin);
    }
    return text.substr(begin);
}

class QuestionReader {
  public:
    QuestionReader(CLI::App const& app, std::string text, std::string name)
        : app_(&app),
          name_(std::move(name)),
          syntax_(json_syntax_problem(text, name_)),
          text_(json_as_yaml(std::move(text))) {}

    Result<Question> read() {
        if (syntax_) return failure(std::move(*syntax_));
        auto root = parse_with_doubled_keys(text_, name_, problems_);
        if (!root) {
            problems_.append(std::move(root.error()));
        } else if (root->kind != ConfigNode::Kind::mapping) {
            complain(*root, Code::bad_syntax, "the question is no JSON object").expected = example;
        } else {
            root_ = &*root;
            question_.place = *root;
            question_.place.entries.clear();
            read_command();
        }
        drop_doubled_keys_of_document();
        if (!problems_.has_errors()) return std::move(question_);
        problems_.sort_by_place();
        return failure(std::move(problems_));
    }

  private:
    Diagnostic& complain(ConfigNode const& node, Code code, std::string message) {
        return problems_.add(problem_at(node, code, std::move(message)));
    }

    void read_command() {
        auto const commands = askable_commands(*app_);
        ConfigNode const* const named = root_->find("command");
        if (named == nullptr) {
            Diagnostic& d = complain(*root_, Code::missing_key, "the key `command` is missing");
            d.expected = example;
            return;
        }
        auto const found = std::ranges::find(commands, named->scalar, &AskableCommand::name);
        if (named->kind == ConfigNode::Kind::scalar && found != commands.end()) {
            command_ = &*found;
            read_keys(question_keys(*found->command));
            return;
        }
        if (!is_text(*named)) {
            complain(*named, Code::wrong_type, "`command` is no text").expected = "\"step\"";
            return;
        }
        if (auto const renamed = renamed_command(*app_, {&named->scalar, 1})) {
            complain(*named, Code::unknown_name, renamed->message);
            return;
        }
        std::vector<std::string> known;
        for (AskableCommand const& one : commands)
            if (one.name.starts_with(named->scalar + " ")) known.push_back(one.name);
        bool const has_commands = !known.empty();
        if (!has_commands)
            for (AskableCommand const& one : commands) known.push_back(one.name);
        Diagnostic& d =
            complain(*named,
                     Code::unknown_name,
                     fmt::format("there is no command \"{}\" that can be asked", named->scalar));
        d.help = has_commands ? fmt::format("known: {}", fmt::join(known, ", "))
                              : did_you_mean(named->scalar, known);
    }

    void read_keys(std::vector<QuestionKey> const& keys) {
        keys_ = &keys;
        for (ConfigNode::Entry const& entry : root_->entries) {
            if (entry.key == "command") continue;
            auto const key = std::ranges::find(keys, entry.key, &QuestionKey::name);
            if (key == keys.end())
                tell_unknown(entry);
            else
                read_value(*key, entry.value);
        }
        check_presence();
        add_words();
    }

    void tell_unknown(ConfigNode::Entry const& entry) {
        std::vector<std::string> known;
        for (QuestionKey const& key : *keys_) known.push_back(key.name);
        complain(entry.key_node,
                 Code::unknown_key,
                 fmt::format("the command {} has no key \"{}\"", command_->name, entry.key))
            .help = did_you_mean(entry.key, known);
    }

    void read_value(QuestionKey const& key, ConfigNode const& value) {
        present_.emplace(key.name, &value);
        if (value.kind != ConfigNode::Kind::sequence) {
            read_word(key, value);
        } else if (!key.is_list || value.items.empty()) {
            complain(value,
                     Code::wrong_type,
                     fmt::format("`{}` takes {}",
                                 key.name,
                                 key.is_list ? "at least one value" : "one value and no list"))
                .expected = expected_value(key);
        } else {
            for (ConfigNode const& item : value.items) read_word(key, item);
        }
    }

    void read_word(QuestionKey const& key, ConfigNode const& value) {
        if (value.kind == ConfigNode::Kind::mapping && key.takes_document) {
            read_document(key, value);
            return;
        }
        auto word = word_of(key, value);
        if (!word)
            problems_.append(std::move(word.error()));
        else if (key.kind == QuestionKey::Kind::flag && *word == "false")
            present_.erase(key.name);
        else
            values_[key.name].push_back(std::move(*word));
    }

    void read_document(QuestionKey const& key, ConfigNode const& value) {
        if (question_.document) {
            Diagnostic& d =
                complain(value, Code::inconsistent, "a question can hold only one document itself");
            d.help = "write the others into files and give their paths";
            return;
        }
        std::size_t const begin = offset_of(text_, value.line, value.column);
        question_.document = object_at(text_, begin);
        question_.place = value;
        question_.place.entries.clear();
        values_[key.name].emplace_back("-");
    }

    /// A document is read by its command, which reports what is given twice in it.
    void drop_doubled_keys_of_document() {
        if (!question_.document) return;
        std::size_t const begin = offset_of(text_, question_.place.line, question_.place.column);
        Diagnostics kept;
        for (Diagnostic const& d : problems_.items()) {
            std::size_t const at = offset_of(text_, d.where.line, d.where.column);
            bool const inside = at > begin && at < begin + question_.document->size();
            if (d.code != Code::duplicate_key || !inside) kept.add(d);
        }
        problems_ = std::move(kept);
    }

    [[nodiscard]] bool is_present(std::string const& key) const { return present_.contains(key); }

    void check_presence() {
        for (QuestionKey const& key : *keys_) {
            if (key.option->get_required() && !is_present(key.name))
                complain(*root_,
                         Code::missing_key,
                         fmt::format("{} needs the key `{}`", command_->name, key.name))
                    .expected = fmt::format("\"{}\": {}", key.name, expected_value(key));
            if (!is_present(key.name)) continue;
            ConfigNode const& value = *present_.at(key.name);
            for (CLI::Option const* other : key.option->get_needs())
                if (!is_present(key_of(*other)))
                    complain(value,
                             Code::inconsistent,
                             fmt::format("`{}` needs `{}`", key.name, key_of(*other)));
            for (CLI::Option const* other : key.option->get_excludes())
                if (key.name < key_of(*other) && is_present(key_of(*other)))
                    complain(
                        value,
                        Code::inconsistent,
                        fmt::format("`{}` and `{}` exclude each other", key.name, key_of(*other)));
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

    /// Arguments come last and after `--`, so that no text is taken for an option or a command.
    void add_words() {
        auto& words = question_.words;
        std::string_view rest = command_->name;
        for (std::size_t end = 0; end != std::string_view::npos;) {
            end = rest.find(' ');
            words.emplace_back(rest.substr(0, end));
            if (end != std::string_view::npos) rest.remove_prefix(end + 1);
        }
        std::vector<std::string> arguments;
        for (QuestionKey const& key : *keys_) {
            for (std::string const& value : values_[key.name]) {
                if (!key.option->nonpositional()) {
                    arguments.push_back(value);
                    continue;
                }
                words.push_back(key.option->get_lnames().empty() ? "-" + key.name
                                                                 : "--" + key.name);
                if (key.kind == QuestionKey::Kind::flag) continue;
                words.push_back(value);
                // Otherwise a list would go on with the next word, or swallow the mark of the arguments.
                if (key.option->get_allow_extra_args()) words.emplace_back("--");
            }
        }
        if (!arguments.empty()) words.emplace_back("--");
        words.insert(words.end(), arguments.begin(), arguments.end());
    }

    CLI::App const* app_;
    std::string name_;
    std::optional<Diagnostic> syntax_;  ///< if the text is no JSON
    std::string text_;
    Diagnostics problems_;
    Question question_;
    ConfigNode const* root_ = nullptr;
    AskableCommand const* command_ = nullptr;
    std::vector<QuestionKey> const* keys_ = nullptr;
    std::map<std::string, ConfigNode const*>
        present_;  ///< the keys that are given, flags that are true
    std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace

Result<Question> read_question(CLI::App const& app, std::string text, std::string const& name) {
    return QuestionReader(app, std::move(text), name).read();
}

}  // namespace clustersim
