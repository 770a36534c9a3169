// SPDX-License-Identifier: Apache-2.0
#include "sim/study/calibrate_accelerator.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

bool is_letter_or_digit(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// A product's name without case and punctuation, which drivers and data sheets write differently.
std::string plain_name(std::string_view text) {
    std::string plain = lower(text);
    std::erase_if(plain, [](char c) { return !is_letter_or_digit(c); });
    return plain;
}

/// The words of a product's name that have letters and digits, without the socket: "h100" and "80gb" of "NVIDIA H100-SXM5-80GB".
std::vector<std::string> chip_words(std::string_view model) {
    std::vector<std::string> words;
    std::string word;
    for (char const c : lower(model) + " ") {
        if (is_letter_or_digit(c)) {
            word += c;
            continue;
        }
        for (char const* socket : {"sxm", "pcie", "nvl"})
            if (auto const at = word.find(socket); at != std::string::npos && at > 0)
                word.resize(at);
        auto const is_digit = [](char each) { return each >= '0' && each <= '9'; };
        bool const digits = std::ranges::any_of(word, is_digit);
        if (digits && !std::ranges::all_of(word, is_digit)) words.push_back(word);
        word.clear();
    }
    return words;
}

/// The name of the accelerator whose model is the device of the table.
Result<std::string> named_by(KernelTable const& table, Catalogue const& catalogue) {
    auto const known = catalogue.accelerator_kinds();
    if (!known) return failure(known.error());
    std::vector<std::string> names;
    for (Accelerator const& one : *known) {
        if (!table.device.empty() && plain_name(one.model) == plain_name(table.device))
            return one.name;
        names.push_back(one.name);
    }
    return failure(problem(Code::unknown_name,
                           table.device.empty()
                               ? fmt::format("{} names no device", table.file)
                               : fmt::format("no accelerator has the model \"{}\"", table.device),
                           "name it with --accelerator; " + did_you_mean(table.device, names)));
}

void warn_of_rows(KernelTable const& table,
                  std::vector<UnusedRow> const& unused,
                  Diagnostics& problems) {
    for (UnusedRow const& one : unused) {
        Diagnostic left_out = problem(Code::inconsistent, one.reason + "; left out", "");
        left_out.severity = Severity::warning;
        left_out.where = {table.file, table.rows[one.row].line, 1, 1};
        problems.add(std::move(left_out));
    }
}

void warn_of_device(KernelTable const& table,
                    Accelerator const& accelerator,
                    Diagnostics& problems) {
    auto const wanted = chip_words(accelerator.model);
    if (table.device.empty() || wanted.empty() ||
        std::ranges::count(chip_words(table.device), wanted.front()) > 0)
        return;
    Diagnostic other = problem(
        Code::inconsistent,
        fmt::format(
            "{} was measured on \"{}\", not on {}", table.file, table.device, accelerator.model),
        "");
    other.severity = Severity::warning;
    problems.add(std::move(other));
}

void keep_used(KernelTable& table, std::vector<UnusedRow> const& unused) {
    for (auto each = unused.rbegin(); each != unused.rend(); ++each)
        table.rows.erase(table.rows.begin() + static_cast<std::ptrdiff_t>(each->row));
}

}  // namespace

Answered<KernelAnswer> calibrate_accelerator(KernelQuestion const& question,
                                             Library const& library) {
    Answered<KernelAnswer> out;
    Catalogue const catalogue = machine_catalogue(library.systems, library.kept_machines());
    auto table = read_kernel_table(question.file);
    KernelTable* const measured = out.value_of(table);
    Result<std::string> name = question.accelerator;
    if (question.accelerator.empty() && measured != nullptr) name = named_by(*measured, catalogue);
    if (out.value_of(name) == nullptr) return out;
    if (name->empty()) return out;
    auto start = catalogue.accelerator(*name);
    if (out.value_of(start) == nullptr || measured == nullptr) return out;
    if (std::string const reason = impossible_times(measured->rows, *start); !reason.empty()) {
        out.problems.add(problem(Code::inconsistent,
                                 fmt::format("{}: {}", measured->file, reason),
                                 "`seconds` of one kernel, and the accelerator that was measured"));
        return out;
    }
    warn_of_device(*measured, *start, out.problems);
    auto const unused = unused_rows(measured->rows, *start);
    warn_of_rows(*measured, unused, out.problems);
    keep_used(*measured, unused);
    if (measured->rows.empty()) {
        out.problems.add(problem(Code::never_fits,
                                 fmt::format("{}: no row is left to fit", measured->file),
                                 "at least three rows for a ceiling"));
        return out;
    }
    KernelFit fit = fit_kernels(*start, measured->rows);
    out.answer = KernelAnswer{
        std::move(*name), std::move(*start), std::move(*measured), unused.size(), std::move(fit)};
    return out;
}

}  // namespace clustersim
