// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_files.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/input_file.hpp"
#include "sim/core/utf8.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/workload/packed_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace clustersim::slurm {

namespace {

/// A busy machine's queue has some megabytes.
constexpr std::size_t largest_snapshot = std::size_t{256} << 20;
/// Jobs, associations or nodes. The largest sites set MaxJobCount to some 100,000.
constexpr std::ptrdiff_t most_lines = 300'000;

/// "+0130" in seconds.
std::optional<std::int64_t> offset_seconds(std::string_view text) {
    if (text.size() != 5 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
    auto const digits = digits_only(text.substr(1));
    if (!digits) return std::nullopt;
    auto const seconds = *digits / 100 * 3600 + *digits % 100 * 60;
    return text[0] == '-' ? -seconds : seconds;
}

/// What the manifest says of the other files.
struct Listed {
    std::set<std::string, std::less<>> collected;  ///< by commands that succeeded
    std::map<std::string, std::int64_t, std::less<>> bytes;
    std::int64_t format = 0;
};

/// Reads the lines `key TAB value …`.
class Manifest {
  public:
    Manifest(NamedText const& text, SnapshotFiles& out, Listed& listed)
        : text_(text), out_(out), listed_(listed) {}

    Diagnostics read() {
        for (ImportLine const& line : import_lines(text_)) {
            if (trimmed(line.text).empty()) continue;
            auto const cells = split(line.text, "\t");
            if (cells.size() < 2)
                problems_.add(line.problem(Code::bad_syntax, "a line without a value", line.text));
            else
                set(line, cells);
        }
        if (!format_) {
            problems_.add(problem(Code::missing_key,
                                  fmt::format("{} does not name its format", text_.name),
                                  "write the archive with `clustersim forecast --collector > "
                                  "collect.sh; sh collect.sh` on the cluster"));
        }
        return std::move(problems_);
    }

  private:
    void set(ImportLine const& line, std::vector<std::string_view> const& cells) {
        std::string_view const key = cells[0];
        std::string_view const value = trimmed(cells[1]);
        if (key == "clustersim-queue") {
            format_ = digits_only(value);
            if (!format_ || *format_ > snapshot_format) {
                problems_
                    .add(line.problem(
                        Code::out_of_range, fmt::format("the archive has format {}", value), value))
                    .expected =
                    fmt::format("format {} (a newer clustersim may read it)", snapshot_format);
            }
            listed_.format = format_.value_or(0);
        } else if (key == "slurm") {
            out_.slurm = value;
        } else if (key == "cluster") {
            out_.cluster = value;
        } else if (key == "began") {
            number(line, value, out_.began);
        } else if (key == "ended") {
            number(line, value, out_.ended);
        } else if (key == "utc_offset") {
            out_.utc_offset = offset_seconds(value).value_or(0);
        } else if (key == "names") {
            out_.names_hashed = value == "hashed";
        } else if (key == "command" && cells.size() >= 4 && trimmed(cells[2]) == "0") {
            listed_.collected.emplace(value);
        } else if (key == "command" && cells.size() >= 4) {
            std::string why(cells.size() > 4 ? trimmed(cells[4]) : std::string_view());
            if (why.empty()) why = fmt::format("exit status {}", trimmed(cells[2]));
            out_.missing.push_back({std::string(value), std::string(trimmed(cells[3])), why});
        } else if (key == "file" && cells.size() >= 3) {
            number(line, trimmed(cells[2]), listed_.bytes[std::string(value)]);
        } else if (key == "unclear" && cells.size() >= 3) {
            out_.unclear.push_back(fmt::format(
                "{} jobs had a text that can be read in two ways: {}", value, cells[2]));
        }
    }

    void number(ImportLine const& line, std::string_view value, std::int64_t& target) {
        auto const read = digits_only(value);
        if (read)
            target = *read;
        else
            problems_.add(line.problem(
                Code::wrong_type, fmt::format("\"{}\" is not a number", value), value));
    }

    NamedText const& text_;
    SnapshotFiles& out_;
    Listed& listed_;
    std::optional<std::int64_t> format_;
    Diagnostics problems_;
};

/// Compares the files with the manifest: an archive that was cut or changed describes another
/// queue.
Diagnostics compare(Listed const& listed,
                    std::map<std::string, std::int64_t, std::less<>> const& bytes,
                    SnapshotFiles const& files) {
    Diagnostics problems;
    auto const differs = [&](std::string message) {
        problems.add(problem(
            Code::bad_syntax,
            fmt::format("{} is not what its manifest says: {}", files.archive, std::move(message)),
            "it was cut or changed after collect.sh wrote it; collect it again"));
    };
    std::string lost;
    for (std::string const& name : listed.collected)
        if (!bytes.contains(name)) lost += (lost.empty() ? "" : ", ") + name;
    if (!lost.empty()) differs(fmt::format("without {}", lost));
    for (MissingOutput const& one : files.missing)
        if (bytes.contains(one.file))
            differs(fmt::format("it has {}, whose command failed", one.file));
    if (listed.format < 2) return problems;
    for (auto const& [name, size] : listed.bytes) {
        auto const found = bytes.find(name);
        if (found == bytes.end()) {
            if (!listed.collected.contains(name)) differs(fmt::format("{} is missing", name));
        } else if (found->second != size) {
            differs(fmt::format("{} has {} bytes, not {}", name, found->second, size));
        }
    }
    for (std::string const& name : listed.collected)
        if (!listed.bytes.contains(name))
            differs(fmt::format("the manifest has no size of {}", name));
    return problems;
}

}  // namespace

NamedText const* SnapshotFiles::find(std::string_view file) const {
    auto const found = texts.find(file);
    return found == texts.end() ? nullptr : &found->second;
}

Result<SnapshotFiles> read_snapshot_files(GivenFile const& archive) {
    auto packed = read_packed_files(archive, largest_snapshot);
    if (!packed) return failure(std::move(packed.error()));
    SnapshotFiles out;
    out.archive = archive.path.string();
    std::map<std::string, std::int64_t, std::less<>> bytes;
    Diagnostics problems;
    for (PackedFile& file : *packed) {
        auto const slash = file.path.rfind('/');
        std::string const name =
            slash == std::string::npos ? file.path : file.path.substr(slash + 1);
        if (!bytes.emplace(name, static_cast<std::int64_t>(file.text.size())).second)
            problems.add(problem(Code::bad_syntax,
                                 fmt::format("{} has two files {}", out.archive, name),
                                 "which of them is right, nobody can say"));
        if (std::ranges::count(file.text, '\n') > most_lines)
            problems.add(problem(
                Code::out_of_range,
                fmt::format("{} of {} has more than {} lines", name, out.archive, most_lines),
                "no cluster has so many jobs, nodes or associations"));
        auto text = plain_lines(std::move(file.text));
        if (first_invalid_utf8(text)) text = as_utf8(text);
        out.texts[name] = {out.archive + "/" + name, std::move(text)};
    }
    if (problems.has_errors()) return failure(std::move(problems));
    NamedText const* const manifest = out.find("manifest.txt");
    if (manifest == nullptr) {
        return failure(problem(Code::missing_key,
                               fmt::format("{} has no manifest.txt", out.archive),
                               "forecast reads the archives that collect.sh writes: clustersim "
                               "forecast --collector > collect.sh; sh collect.sh"));
    }
    Listed listed;
    if (problems = Manifest(*manifest, out, listed).read(); problems.has_errors())
        return failure(std::move(problems));
    problems = compare(listed, bytes, out);
    if (problems.has_errors()) return failure(std::move(problems));
    return out;
}

}  // namespace clustersim::slurm
