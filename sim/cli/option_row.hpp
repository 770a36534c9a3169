// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <CLI/Option.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

class Command;
class OptionRow;

/// What a value of an option is.
enum class ValueKind {
    flag,
    integer,
    number,
    text,
    choice,    ///< one of `choices`
    duration,  ///< a number with a unit of time
    system,    ///< a machine, by name or file
    application,
    mix,       ///< a job mix, by name or file
    scenario,  ///< a file, in place of which a question in JSON may hold the document
    project,   ///< likewise
    script,    ///< a job script: a file, in place of which a question may hold its text
    archive,   ///< likewise, its bytes
    scenario_template,
    topic,  ///< of `help`
    file,
    folder,
};

/// What an option writes. A sweep has further files beside its own.
enum class Output { file, folder, sweep };

/// One row of the table of a command: an option, or a positional argument. The command line, help, completion, manual page,
/// the schema of questions in JSON, the reference page and the functions of the Python package are made from it.
struct OptionSpec {
    std::string
        key;  ///< in a question: the long name without dashes, or the name of an argument in lower case
    std::string name;   ///< "--out" or "SYSTEM", as messages name it
    std::string names;  ///< "-o,--out", as `--help` lists it
    std::string help;
    ValueKind kind = ValueKind::text;
    std::string value_name;            ///< "FILE.csv", as `--help` calls the value; may be empty
    std::optional<double> least;       ///< of a number, included
    std::optional<double> most;        ///< likewise
    std::vector<std::string> choices;  ///< of a choice
    bool is_positional = false;
    bool is_list = false;           ///< may be given several times
    bool has_commas = false;        ///< a list in one word
    bool takes_more_words = false;  ///< a list in words that follow each other
    bool required = false;
    std::string default_text;       ///< empty: none that can be shown
    std::string variable;           ///< of the environment, which gives the value, too
    std::string group = "Options";  ///< heading in `--help`
    std::optional<Output> writes;
    std::vector<OptionRow const*> needs;
    std::vector<OptionRow const*> excludes;
    std::string unit;     ///< of a number: "s", "nodes", "1" of a share; empty: none
    std::string example;  ///< a value; empty: none
    /// What a question gets that may write no files and does not give it, where the default writes; empty: nothing.
    std::string in_foreign;
};

/// Whether a question in JSON may hold what the file has in place of its path.
[[nodiscard]] bool may_be_held(ValueKind kind);
/// How it does: "the document itself".
[[nodiscard]] std::string held_form(ValueKind kind);

/// "a whole number from 1 to 64": what an option takes, for messages.
[[nodiscard]] std::string expected_value(OptionSpec const& spec);

/// A row that is being declared: each call writes it down, and tells CLI11 what that must know to read the command line.
class OptionRow {
  public:
    /// The message if a value is wrong, else empty.
    using Check = std::function<std::string(std::string const&)>;

    OptionRow(Command& command, CLI::Option& option);
    OptionRow(OptionRow const&) = delete;
    OptionRow& operator=(OptionRow const&) = delete;

    [[nodiscard]] OptionSpec const& spec() const { return spec_; }
    /// How often the command line has it.
    [[nodiscard]] std::size_t count() const { return option_->count(); }
    /// The words that it was given.
    [[nodiscard]] std::vector<std::string> values() const { return option_->results(); }
    /// Whether "--out" or "-o" is this option.
    [[nodiscard]] bool is_named(std::string const& name) const { return option_->check_name(name); }
    /// Why a word is no value of it; empty if it is one.
    [[nodiscard]] std::string refusal(std::string const& word) const;
    /// Gives it a value as the command line would, to be checked and stored when the command is asked.
    void give(std::string const& word) { option_->add_result(word); }
    /// The same of a document that the question holds.
    void give(GivenDocument document);
    /// Documents that the question holds, by the numbers of their words.
    [[nodiscard]] std::map<std::size_t, GivenDocument> const& held() const { return held_; }

    OptionRow* required();
    OptionRow* takes(ValueKind kind, std::string value_name = {});
    OptionRow* type_name(std::string value_name);
    /// Numbers from `least` to `most`, both included.
    OptionRow* between(double least, double most);
    OptionRow* at_least(double least);
    OptionRow* one_of(std::vector<std::string> choices);
    OptionRow* check(Check check);
    /// A list in one word, with this between its values.
    OptionRow* delimiter(char separator);
    OptionRow* allow_extra_args(bool value);
    OptionRow* needs(OptionRow* other);
    OptionRow* needs(std::string const& other);
    OptionRow* excludes(OptionRow* other);
    OptionRow* excludes(std::string const& other);
    /// A variable of the environment that gives the value if the command is used and the words do not.
    OptionRow* envname(std::string variable);
    OptionRow* group(std::string heading);
    /// Every option that writes says so, so that its file is never one that the command reads.
    OptionRow* writes(Output output = Output::file);
    /// Shows the present value of the variable as the default.
    OptionRow* capture_default_str();
    OptionRow* default_val(std::string const& value);
    OptionRow* unit(std::string text);
    OptionRow* example(std::string value);
    OptionRow* in_foreign(std::string value);

  private:
    friend class Command;
    /// The documents that the words of the command line name, or that the question holds.
    [[nodiscard]] std::vector<GivenDocument> documents(std::vector<std::string> const& words) const;
    /// For a value of this type.
    template <class T>
    void describe();
    void take_integers(std::int64_t least, std::int64_t most);
    /// The row with the range of what the variable can hold, for the message of a number beyond it.
    [[nodiscard]] OptionSpec within_type() const;
    /// Writes a number as the library reads it: 010 is ten, not eight. The message if it is none, or beyond a limit.
    [[nodiscard]] std::string read_number(std::string& text) const;

    Command* command_;
    CLI::Option* option_;
    OptionSpec spec_;
    std::vector<Check> checks_;
    std::map<std::size_t, GivenDocument> held_;  ///< by the number of the value
    std::int64_t type_least_ = 0;                ///< what the variable of an integer can hold
    std::int64_t type_most_ = 0;
};

}  // namespace clustersim
