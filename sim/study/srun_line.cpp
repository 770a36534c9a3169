// SPDX-License-Identifier: Apache-2.0
#include "sim/study/srun_line.hpp"

#include "sim/slurm/request/sbatch_options.hpp"
#include "sim/slurm/request/sbatch_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 9> resource_options{"nodes",
                                                           "ntasks",
                                                           "ntasks-per-node",
                                                           "cpus-per-task",
                                                           "gpus",
                                                           "gpus-per-node",
                                                           "gpus-per-task",
                                                           "gres",
                                                           "time"};
/// Options with a value that srun has and sbatch has not.
constexpr std::array<std::string_view, 14> own_options{"mpi",
                                                       "cpu-bind",
                                                       "het-group",
                                                       "prolog",
                                                       "epilog",
                                                       "task-prolog",
                                                       "task-epilog",
                                                       "relative",
                                                       "jobid",
                                                       "threads",
                                                       "accel-bind",
                                                       "slurmd-debug",
                                                       "max-exit-timeout",
                                                       "wait"};
constexpr std::string_view own_letters = "rTW";

template <class Names>
bool among(Names const& names, std::string_view name) {
    return std::ranges::find(names, name) != std::ranges::end(names);
}

slurm::SbatchOption const* sbatch_option(std::string_view name, char letter) {
    for (slurm::SbatchOption const& option : slurm::sbatch_options())
        if (letter != 0 ? option.letter == letter : option.name == name) return &option;
    return nullptr;
}

/// The option that a long name, maybe cut, stands for in srun; the name itself if it is not one of sbatch, too.
std::string usual_name(std::string const& name) {
    slurm::SbatchOption const* only = sbatch_option(name, 0);
    for (slurm::SbatchOption const& option : slurm::sbatch_options()) {
        if (only != nullptr && only->name == name) break;
        if (name.empty() || !option.name.starts_with(name)) continue;
        if (only != nullptr && only->usual_name() != option.usual_name()) return name;
        only = &option;
    }
    return only == nullptr || among(own_options, name) ? name : std::string(only->usual_name());
}

/// Words of one substitution are one word: `$((N / 2))`.
Words whole_substitutions(Words const& words) {
    Words out;
    int open = 0;
    for (std::string const& word : words) {
        if (open > 0)
            out.back() += " " + word;
        else
            out.push_back(word);
        for (std::size_t i = 0; i < word.size(); ++i) {
            bool const starts = word[i] == '(' && (open > 0 || (i > 0 && word[i - 1] == '$'));
            if (starts) ++open;
            if (word[i] == ')' && open > 0) --open;
        }
    }
    return out;
}

/// What the script assigns to the variable of a word such as $OPTIONS or ${OPTIONS[@]}, if that begins like an option.
std::optional<std::string> options_in_variable(std::string const& word,
                                               std::vector<std::string> const& lines) {
    std::size_t const from = word.starts_with("${") ? 2 : 1;
    std::size_t to = from;
    auto const in_name = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    while (to < word.size() && in_name(word[to])) ++to;
    if (to == from) return std::nullopt;
    std::string const name = word.substr(from, to - from);
    for (std::string const& line : lines) {
        for (std::string const& assigned : {name + "=", name + "+="}) {
            auto const at = line.find(assigned);
            if (at == std::string::npos || (at > 0 && in_name(line[at - 1]))) continue;
            std::string value = line.substr(at + assigned.size());
            value.erase(0, value.find_first_not_of("\"'( "));
            if (value.starts_with('-')) return value;
        }
    }
    return std::nullopt;
}

/// A word after which a shell expects a command.
bool opens_command(std::string const& word) {
    constexpr std::array<std::string_view, 11> openers{
        "&&", "||", "|", "then", "do", "else", "exec", "time", "nohup", "!", "{"};
    return among(openers, word) || word.ends_with(';') || word.ends_with("$(");
}

bool is_assignment(std::string const& word) {
    auto const equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return false;
    return std::all_of(
        word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
            return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                   (c >= '0' && c <= '9');
        });
}

/// The first word after `srun` where a command may stand; `end` if the line starts none.
Words::const_iterator after_srun(Words const& words) {
    bool expected = true;
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (expected && (*word == "srun" || word->ends_with("/srun"))) return word + 1;
        expected = opens_command(*word) || (expected && is_assignment(*word));
    }
    return words.end();
}

/// Goes through the options of one srun and keeps those about resources, as words of sbatch.
class SrunOptions {
  public:
    SrunOptions(Words::const_iterator next, Words::const_iterator end) : next_(next), end_(end) {}

    /// `lines` are those of the script, in which variables are looked up.
    Words resources(std::vector<std::string> const& lines) {
        while (next_ != end_ && next_->size() > 1 &&
               (next_->front() == '-' || next_->front() == '$')) {
            std::string const word = *next_++;
            if (word == "--") break;
            if (word.front() == '$') {
                auto const options = options_in_variable(word, lines);
                if (!options) break;
                gives_cores_ = gives_cores_ || options->find("--cpus-per-task") != options->npos ||
                               options->starts_with("-c") || options->find(" -c") != options->npos;
            } else if (word.starts_with("--")) {
                read_long(word.substr(2));
            } else {
                read_letter(word[1], word.substr(2));
            }
        }
        return std::move(kept_);
    }

    [[nodiscard]] bool gives_cores() const { return gives_cores_; }

  private:
    void read_long(std::string const& word) {
        auto const equals = word.find('=');
        std::string const name = usual_name(word.substr(0, equals));
        slurm::SbatchOption const* const known = sbatch_option(name, 0);
        bool const needs_value =
            among(own_options, name) ||
            (known != nullptr && known->argument == slurm::SbatchArgument::required);
        std::string const value = equals != std::string::npos ? word.substr(equals + 1)
                                  : needs_value               ? take()
                                                              : std::string{};
        keep(name, value);
    }

    void read_letter(char letter, std::string value) {
        slurm::SbatchOption const* const known = sbatch_option({}, letter);
        bool const own = own_letters.find(letter) != std::string_view::npos;
        bool const needs_value =
            own || (known != nullptr && known->argument == slurm::SbatchArgument::required);
        if (needs_value && value.empty()) value = take();
        if (known != nullptr && !own) keep(std::string(known->name), value);
    }

    std::string take() { return next_ == end_ ? std::string{} : *next_++; }

    void keep(std::string const& name, std::string const& value) {
        gives_cores_ = gives_cores_ || name == "cpus-per-task";
        if (among(resource_options, name) && !value.empty() &&
            value.find_first_of("$`") == std::string::npos)
            kept_.push_back("--" + name + "=" + value);
    }

    Words::const_iterator next_, end_;
    Words kept_;
    bool gives_cores_ = false;
};

}  // namespace

std::vector<SrunLine> srun_lines(std::shared_ptr<SourceText const> const& script) {
    std::vector<SrunLine> found;
    std::vector<std::string> const& lines = script->lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::size_t const first = i;
        std::string command = lines[i];
        while (command.ends_with('\\') && i + 1 < lines.size()) {
            command.pop_back();
            command += lines[++i];
        }
        auto const at = lines[first].find("srun");
        Words const words = whole_substitutions(slurm::shell_words(command));
        auto const options = after_srun(words);
        if (options == words.end() && (words.empty() || words.back() != "srun")) continue;
        SrunLine line;
        line.place.kind = ConfigNode::Kind::scalar;
        line.place.source = script;
        line.place.line = static_cast<int>(first) + 1;
        line.place.column = at == std::string::npos ? 1 : static_cast<int>(at) + 1;
        line.place.length = at == std::string::npos ? 1 : 4;
        SrunOptions given(options, words.end());
        slurm::read_sbatch_words(given.resources(lines), slurm::Clock{}, line.request);
        line.gives_cores = given.gives_cores();
        found.push_back(std::move(line));
    }
    return found;
}

}  // namespace clustersim
