// SPDX-License-Identifier: Apache-2.0
#include "sim/study/job_script.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/input_file.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/request/sbatch_options.hpp"
#include "sim/slurm/request/sbatch_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace clustersim {
namespace {

constexpr std::string_view mark = "#SBATCH";

std::shared_ptr<SourceText const> source_of(std::string_view text, std::string name) {
    auto source = std::make_shared<SourceText>();
    source->name = std::move(name);
    for (std::string_view const line : split(text, "\n")) source->lines.emplace_back(line);
    return source;
}

ConfigNode place_at(std::shared_ptr<SourceText const> const& source,
                    std::size_t line,
                    std::size_t column,
                    std::size_t length) {
    ConfigNode place;
    place.kind = ConfigNode::Kind::scalar;
    place.source = source;
    place.line = static_cast<int>(line);
    place.column = static_cast<int>(column);
    place.length = static_cast<int>(std::max<std::size_t>(1, length));
    return place;
}

/// The options that a script line holds, without its comment.
ConfigNode place_of_options(std::shared_ptr<SourceText const> const& source, std::size_t line) {
    std::string const& text = source->lines[line];
    std::size_t const from = text.find_first_not_of(" \t", mark.size());
    if (from == std::string::npos) return place_at(source, line + 1, 1, text.size());
    std::size_t to = std::min(text.find(" #", from), text.size());
    to = text.find_last_not_of(" \t\r", to - 1) + 1;
    return place_at(source, line + 1, from + 1, to - from);
}

/// A value that the reader of a guide is to replace.
bool is_placeholder(std::string_view value) {
    return value.size() > 2 && value.front() == '<' && value.back() == '>';
}

/// What the lines of a script do not show.
struct ScriptForm {
    bool byte_order_mark = false;
    std::size_t dos_line = 0;  ///< the first that ends in \r\n; 0: none does

    explicit ScriptForm(std::string_view text) : byte_order_mark(text.starts_with("\xEF\xBB\xBF")) {
        auto const end = text.find("\r\n");
        if (end == std::string_view::npos) return;
        dos_line = 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, end), '\n'));
    }
};

class ScriptReader {
  public:
    ScriptReader(slurm::Clock const& clock, ScriptForm form) : clock_(clock), form_(form) {}

    void read_script(std::shared_ptr<SourceText const> const& source) {
        script_.whole = place_at(source, 0, 0, 1);
        if (auto const line = template_line(*source)) {
            no_script_ = problem_at(place_at(source, *line + 1, 1, source->lines[*line].size()),
                                    Code::bad_syntax,
                                    "this looks like a template, not like a job script");
            no_script_->help = "fill in what stands in {{ }} and {% %}";
            return;
        }
        bool commands = false;
        for (std::size_t i = 0; i < source->lines.size(); ++i) {
            std::string_view const line = source->lines[i];
            std::string_view const text = trimmed(line);
            if (line.starts_with(mark)) {
                if (commands)
                    ignored(place_of_options(source, i));
                else
                    read_options(slurm::shell_words(line.substr(mark.size())),
                                 place_of_options(source, i));
            } else if (text.starts_with(mark) && !commands) {
                remark(Severity::warning,
                       place_at(source, i + 1, line.find('#') + 1, mark.size()),
                       "sbatch ignores this line, because it does not begin with #SBATCH")
                    .help = "remove the blanks before it";
            } else if (!text.empty() && text.front() != '#') {
                commands = true;
            }
            script_.exports_cpus_per_task =
                script_.exports_cpus_per_task || line.find("SRUN_CPUS_PER_TASK") != line.npos;
        }
        script_.steps = srun_lines(source);
        check_form(source);
    }

    void read_command_line(std::string const& options) {
        if (options.empty()) return;
        auto const source = source_of(options, "--sbatch");
        memory_options_.clear();
        read_options(slurm::shell_words(options), place_at(source, 1, 1, options.size()));
    }

    Result<JobScript> take() {
        if (no_script_) return failure(std::move(*no_script_));
        drop_placeholders();
        script_.remarks.sort_by_place();
        return std::move(script_);
    }

  private:
    void read_options(std::vector<std::string> const& words, ConfigNode const& place) {
        if (!words.empty() && (words.front() == "hetjob" || words.front() == "packjob")) {
            script_.remarks
                .add(problem_at(place, Code::inconsistent, "a heterogeneous job is not simulated"))
                .help = "advise on each of its parts in a script of its own";
            return;
        }
        auto const reading = slurm::read_sbatch_words(words, clock_, script_.request);
        for (std::string_view const name : reading.given) {
            script_.places.insert_or_assign(std::string(name), place);
            note_memory(name, place);
        }
        for (std::string const& name : reading.unknown) unknown(name, place);
        for (std::string const& text : reading.problems)
            if (!is_unknown(text)) script_.remarks.add(problem_at(place, Code::wrong_type, text));
        for (std::string const& text : reading.not_modelled)
            remark(Severity::note, place, fmt::format("{} is not simulated", text));
        if (!reading.rest.empty())
            remark(Severity::warning,
                   place,
                   fmt::format("sbatch reads no option from \"{}\" on", reading.rest.front()))
                .help = "an option begins with a dash; a blank in a value needs quotes";
        for (std::string const& word : words)
            if (word.find('$') != std::string::npos)
                remark(Severity::warning, place, "sbatch does not expand variables here").help =
                    "give the value, or the option on the command line of sbatch";
    }

    static bool is_unknown(std::string const& problem) {
        return problem.starts_with("unrecognized option");
    }

    /// The first line whose options a program is to fill in before sbatch reads them.
    static std::optional<std::size_t> template_line(SourceText const& source) {
        for (std::size_t i = 0; i < source.lines.size(); ++i) {
            std::string const& line = source.lines[i];
            bool const fills = line.find("{{") != line.npos || line.find("{%") != line.npos;
            if (line.starts_with(mark) && fills) return i;
        }
        return std::nullopt;
    }

    /// No error: a newer Slurm may have the option.
    void unknown(std::string const& name, ConfigNode const& place) {
        std::vector<std::string> known;
        for (slurm::SbatchOption const& option : slurm::sbatch_options())
            known.push_back(fmt::format("--{}", option.name));
        Diagnostic& note = remark(
            Severity::warning,
            place,
            fmt::format("sbatch of Slurm up to 24.11 has no option {}, and refuses it", name));
        if (auto const nearest = nearest_name(name, known))
            note.help = fmt::format("did you mean {}?", *nearest);
    }

    /// Within one script the memory options exclude each other, on whichever lines they are.
    void note_memory(std::string_view name, ConfigNode const& place) {
        constexpr std::array<std::string_view, 3> all{"mem", "mem-per-cpu", "mem-per-gpu"};
        if (std::ranges::find(all, name) == all.end()) return;
        if (std::ranges::find(memory_options_, name) == memory_options_.end())
            memory_options_.emplace_back(name);
        if (memory_options_.size() == 2 && memory_options_.back() == name)
            script_.remarks
                .add(problem_at(place,
                                Code::inconsistent,
                                fmt::format("--{} and --{} exclude each other",
                                            memory_options_[0],
                                            memory_options_[1])))
                .help = "keep one of the two";
    }

    void ignored(ConfigNode const& place) {
        remark(Severity::warning,
               place,
               "sbatch ignores this line, because it comes after the first command")
            .help = "move it above the first command";
    }

    /// What sbatch refuses before it reads any option.
    void check_form(std::shared_ptr<SourceText const> const& source) {
        bool const shebang = !source->lines.empty() && source->lines.front().starts_with("#!");
        if (!shebang && script_.places.empty()) {
            no_script_ = problem_at(script_.whole,
                                    Code::bad_syntax,
                                    "this is no job script: its first line does not begin with "
                                    "#!, and no line begins with #SBATCH");
            return;
        }
        if (!shebang)
            refuse_form(
                source, 1, "whose first line names no interpreter", "begin it with #!/bin/bash");
        else if (form_.byte_order_mark)
            refuse_form(source,
                        1,
                        "that begins with a byte order mark: its first line must start with #!",
                        "save it as UTF-8 without a byte order mark");
        if (form_.dos_line > 0)
            refuse_form(source,
                        form_.dos_line,
                        "with DOS line breaks (\\r\\n)",
                        "convert it with dos2unix");
    }

    void refuse_form(std::shared_ptr<SourceText const> const& source,
                     std::size_t line,
                     std::string_view what,
                     std::string help) {
        script_.remarks
            .add(problem_at(place_at(source, line, 1, 1),
                            Code::bad_syntax,
                            fmt::format("sbatch refuses a script {}", what)))
            .help = std::move(help);
    }

    void drop_placeholders() {
        slurm::JobRequest& r = script_.request;
        std::pair<std::string_view, std::string*> const texts[] = {{"account", &r.account},
                                                                   {"partition", &r.partition},
                                                                   {"qos", &r.qos},
                                                                   {"reservation", &r.reservation},
                                                                   {"constraint", &r.constraint}};
        for (auto const& [option, text] : texts) {
            if (!is_placeholder(*text)) continue;
            remark(
                Severity::note,
                script_.place_of({option}),
                fmt::format("{} is a placeholder: read as if --{} were not given", *text, option));
            text->clear();
        }
    }

    Diagnostic& remark(Severity severity, ConfigNode const& place, std::string message) {
        Diagnostic note = problem_at(place, Code::inconsistent, std::move(message));
        note.severity = severity;
        return script_.remarks.add(std::move(note));
    }

    slurm::Clock const& clock_;
    ScriptForm form_;
    JobScript script_;
    std::optional<Diagnostic> no_script_;
    std::vector<std::string> memory_options_;
};

}  // namespace

ConfigNode const& JobScript::place_of(std::initializer_list<std::string_view> options) const {
    for (std::string_view const option : options)
        if (auto const found = places.find(option); found != places.end()) return found->second;
    return whole;
}

Result<JobScript> read_job_script(std::string_view text,
                                  std::string name,
                                  std::string const& options,
                                  slurm::Clock const& clock) {
    auto const source = source_of(plain_lines(std::string(text)), std::move(name));
    if (text.find('\0') != text.npos) {
        return failure(problem_at(
            place_at(source, 0, 0, 1), Code::bad_syntax, "a job script is a text without NUL"));
    }
    ScriptReader reader(clock, ScriptForm(text));
    reader.read_script(source);
    reader.read_command_line(options);
    return reader.take();
}

}  // namespace clustersim
