// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacctmgr_word.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// One line of `scontrol -o show …`: words `Key=value` in Slurm's order; a key may appear again.
class WordsLine {
  public:
    explicit WordsLine(ImportLine const& line);

    [[nodiscard]] ImportLine const& line() const { return line_; }
    [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> const& all() const {
        return words_;
    }
    /// The first value of a key; empty if it is absent, "(null)", "N/A" or "None".
    [[nodiscard]] std::string_view text(std::string_view key) const;
    [[nodiscard]] bool has(std::string_view key) const;
    /// True if a key that Slurm writes once for a job appears again: free text may imitate words.
    [[nodiscard]] bool imitated() const;
    /// A whole number; nothing for anything else.
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view key) const;
    /// A time as Unix seconds, or as a date and time in UTC; nothing for "Unknown", "None", "N/A".
    [[nodiscard]] std::optional<std::int64_t> time(std::string_view key) const;

  private:
    ImportLine line_;
    std::vector<std::pair<std::string_view, std::string_view>> words_;
};

/// Calls visit(line) for each line of a text that has words.
template <class Visit>
void each_words_line(NamedText const& text, Visit visit) {
    for (ImportLine const& line : import_lines(text))
        if (WordsLine const words(line); !words.all().empty()) visit(words);
}

/// These lines of a short text, which must outlive them.
std::vector<WordsLine> words_lines(NamedText const& text);

/// "1704153901" or "2024-01-02T00:05:01" (UTC) as Unix seconds.
std::optional<std::int64_t> unix_time(std::string_view text);

/// A number after which a unit or text may follow: "30 sec", "N(12.5)"; nothing without digits.
std::optional<double> leading_number(std::string_view text);

/// The amounts of "cpu=8,mem=60000M,gres/gpu=4": name and value; memory in MB.
std::vector<std::pair<std::string, double>> tres_amounts(std::string_view text);

}  // namespace clustersim::slurm
