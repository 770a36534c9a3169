// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/sbatch_words.hpp"

#include "sim/slurm/request/sbatch_options.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {
namespace {

/// The options that getopt_long takes this long name for: the option that has this name, else all
/// that begin with it; several names of the same option count once.
std::vector<SbatchOption const*> find_options(std::string_view name) {
    auto const all = sbatch_options();
    auto const exact = std::ranges::find(all, name, &SbatchOption::name);
    if (exact != all.end()) return {&*exact};
    std::vector<SbatchOption const*> found;
    for (SbatchOption const& option : all) {
        if (name.empty() || !option.name.starts_with(name)) continue;
        bool const known = std::ranges::any_of(found, [&](SbatchOption const* other) {
            return other->usual_name() == option.usual_name();
        });
        if (!known) found.push_back(&option);
    }
    return found;
}

SbatchOption const* find_option(char letter) {
    auto const all = sbatch_options();
    auto const found = std::ranges::find(all, letter, &SbatchOption::letter);
    return letter == 0 || found == all.end() ? nullptr : &*found;
}

/// Goes through the words of one command line.
class WordReader {
  public:
    WordReader(std::span<std::string const> words, Clock const& clock, JobRequest& request)
        : words_(words), clock_(clock), request_(request) {}

    SbatchReading read() {
        while (next_ < words_.size()) {
            std::string_view const word = words_[next_];
            if (word.size() < 2 || word.front() != '-') break;
            ++next_;
            if (word == "--") break;
            if (word[1] == '-')
                read_long(word.substr(2));
            else
                read_letters(word.substr(1));
        }
        for (; next_ < words_.size(); ++next_) reading_.rest.push_back(words_[next_]);
        return std::move(reading_);
    }

  private:
    void read_long(std::string_view word) {
        auto const equals = word.find('=');
        std::string_view const name = word.substr(0, equals);
        auto const found = find_options(name);
        if (found.size() > 1) return ambiguous(name, found);
        SbatchOption const* const option = found.empty() ? nullptr : found.front();
        if (option == nullptr)
            unknown(fmt::format("--{}", name));
        else if (equals == std::string_view::npos)
            take_value(*option);
        else if (option->argument == SbatchArgument::none)
            reading_.problems.push_back(fmt::format("option --{} takes no value", option->name));
        else
            apply(*option, word.substr(equals + 1));
    }

    /// Letters without value may be combined; the value of the last one follows it: -Hn4.
    void read_letters(std::string_view letters) {
        while (!letters.empty()) {
            SbatchOption const* const option = find_option(letters.front());
            if (option == nullptr) {
                unknown(fmt::format("-{}", letters.front()));
                return;
            }
            letters.remove_prefix(1);
            if (option->argument != SbatchArgument::none && !letters.empty()) {
                apply(*option, letters);
                return;
            }
            take_value(*option);
        }
    }

    /// The value, if the option needs one, is the next word.
    void take_value(SbatchOption const& option) {
        if (option.argument != SbatchArgument::required)
            apply(option, {});
        else if (next_ < words_.size())
            apply(option, words_[next_++]);
        else
            reading_.problems.push_back(fmt::format("option --{} needs a value", option.name));
    }

    void apply(SbatchOption const& option, std::string_view value) {
        reading_.given.push_back(option.usual_name());
        if (option.read == nullptr) return;
        std::string const name = fmt::format("--{}", option.name);
        SbatchTarget target{request_, reading_, clock_, name};
        option.read(target, value);
    }

    void ambiguous(std::string_view name, std::vector<SbatchOption const*> const& found) {
        std::string all;
        for (SbatchOption const* one : found) all += fmt::format(" '--{}'", one->name);
        reading_.problems.push_back(
            fmt::format("option '--{}' is ambiguous; possibilities:{}", name, all));
    }

    void unknown(std::string const& option) {
        reading_.unknown.push_back(option);
        reading_.problems.push_back(fmt::format("unrecognized option '{}'", option));
    }

    std::span<std::string const> words_;
    Clock const& clock_;
    JobRequest& request_;
    SbatchReading reading_;
    std::size_t next_ = 0;
};

/// The memory options exclude each other; one on the command line replaces another one in the
/// script.
void settle_memory(JobRequest& request, JobRequest const& before, SbatchReading& reading) {
    std::optional<std::int64_t>* const now[] = {
        &request.mem_per_node_mb, &request.mem_per_cpu_mb, &request.mem_per_gpu_mb};
    std::optional<std::int64_t> const* const old[] = {
        &before.mem_per_node_mb, &before.mem_per_cpu_mb, &before.mem_per_gpu_mb};
    int given = 0;
    for (auto const* const one : now) given += one->has_value() ? 1 : 0;
    if (given > 1) {
        reading.problems.emplace_back(
            "--mem, --mem-per-cpu, and --mem-per-gpu are mutually exclusive.");
    }
    if (given > 0) return;
    for (std::size_t i = 0; i < 3; ++i) *now[i] = *old[i];
}

}  // namespace

SbatchReading
read_sbatch_words(std::span<std::string const> words, Clock const& clock, JobRequest& request) {
    JobRequest const before = request;
    request.mem_per_node_mb.reset();
    request.mem_per_cpu_mb.reset();
    request.mem_per_gpu_mb.reset();
    SbatchReading reading = WordReader(words, clock, request).read();
    settle_memory(request, before, reading);
    return reading;
}

SbatchReading read_sbatch_line(std::string_view line, Clock const& clock, JobRequest& request) {
    return read_sbatch_words(shell_words(line), clock, request);
}

std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        char const c = line[i];
        if (quote != 0) {
            if (c == quote)
                quote = 0;
            else if (c == '\\' && quote == '"' && i + 1 < line.size())
                word += line[++i];
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            inside = true;
        } else if (c == '\\' && i + 1 < line.size()) {
            word += line[++i];
            inside = true;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            if (inside) words.push_back(std::move(word));
            word.clear();
            inside = false;
        } else if (c == '#' && !inside) {
            break;
        } else {
            word += c;
            inside = true;
        }
    }
    if (inside) words.push_back(std::move(word));
    return words;
}

}  // namespace clustersim::slurm
