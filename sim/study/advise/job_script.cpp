// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/job_script.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/request/sbatch_options.hpp"

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

class ScriptReader {
  public:
    explicit ScriptReader(slurm::Clock const& clock) : clock_(clock) {}

    void read_script(std::shared_ptr<SourceText const> const& source) {
        script_.whole = place_at(source, 0, 0, 1);
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

    /// No error: a newer Slurm may have the option.
    void unknown(std::string const& name, ConfigNode const& place) {
        std::vector<std::string> known;
        for (slurm::SbatchOption const& option : slurm::sbatch_options())
            known.push_back(fmt::format("--{}", option.name));
        Diagnostic& note = remark(
            Severity::note, place, fmt::format("sbatch of Slurm 22.05 has no option {}", name));
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
            remark(Severity::warning,
                   place_at(source, 1, 1, 1),
                   "sbatch refuses a script whose first line names no interpreter")
                .help = "begin it with #!/bin/bash";
        auto const dos = std::ranges::find_if(
            source->lines, [](std::string const& line) { return line.ends_with('\r'); });
        if (dos != source->lines.end())
            remark(
                Severity::warning,
                place_at(source, static_cast<std::size_t>(dos - source->lines.begin()) + 1, 1, 1),
                "sbatch refuses a script with DOS line breaks")
                .help = "convert it with dos2unix";
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
    auto const source = source_of(text, std::move(name));
    if (text.find('\0') != text.npos) {
        return failure(problem_at(
            place_at(source, 0, 0, 1), Code::bad_syntax, "a job script is a text without NUL"));
    }
    ScriptReader reader(clock);
    reader.read_script(source);
    reader.read_command_line(options);
    return reader.take();
}

}  // namespace clustersim
