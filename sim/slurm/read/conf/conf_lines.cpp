// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/conf_lines.hpp"

#include "sim/slurm/read/conf/conf_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

namespace clustersim::slurm {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_shown_line = 160;
/// No site has this many files or levels of `Include`; files that include each other twice do.
constexpr std::size_t max_depth = 32;
constexpr std::size_t max_files = 1000;
constexpr std::size_t max_bytes = 64'000'000;

bool is_key_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// A character and its position before lines were joined.
struct Placed {
    char c;
    int line;
    int column;
};
using PlacedText = std::vector<Placed>;

std::string text_of(PlacedText const& text, std::size_t begin, std::size_t end) {
    std::string out;
    for (std::size_t i = begin; i < end; ++i) out += text[i].c;
    return out;
}

PlacedText without_escapes(PlacedText const& text) {
    PlacedText out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i].c == '\\') {
            if (++i == text.size()) break;
        }
        out.push_back(text[i]);
    }
    return out;
}

class FileReader {
  public:
    FileReader(ConfFetch const& fetch, fs::path folder, Diagnostics& problems)
        : fetch_(&fetch), folder_(std::move(folder)), problems_(&problems) {}

    void read(ConfText const& file);
    std::vector<ConfLine> take() { return std::move(lines_); }

  private:
    struct Source {
        std::string name;
        std::vector<std::string_view> lines;
    };

    void read_line(PlacedText const& text, Source const& source);
    /// The pair at `at`, which is moved to its end; nothing if there is none.
    static std::optional<ConfPair>
    read_pair(PlacedText const& text, std::size_t& at, Source const& source);
    bool include(PlacedText const& text, Source const& source);
    Diagnostic& complain(Placed const& at,
                         Source const& source,
                         Code code,
                         std::string message,
                         Severity severity = Severity::error);
    /// Whether one more file may be read; reports once if not.
    bool may_include(Placed const& at, Source const& source);
    [[nodiscard]] std::string cluster_name() const;
    static std::string shown(Source const& source, int line);

    ConfFetch const* fetch_;
    fs::path folder_;
    Diagnostics* problems_;
    std::vector<ConfLine> lines_;
    std::vector<fs::path> open_;  ///< the files being read, outermost first
    std::size_t files_ = 0;       ///< read so far
    std::size_t bytes_ = 0;
    bool too_many_ = false;
};

std::string FileReader::shown(Source const& source, int line) {
    auto const text = source.lines[static_cast<std::size_t>(line - 1)];
    return text.size() > max_shown_line ? std::string() : std::string(text);
}

Diagnostic& FileReader::complain(
    Placed const& at, Source const& source, Code code, std::string message, Severity severity) {
    Diagnostic d;
    d.severity = severity;
    d.code = code;
    d.where = {source.name, at.line, at.column, 1};
    d.message = std::move(message);
    d.line_text = shown(source, at.line);
    return problems_->add(std::move(d));
}

std::string FileReader::cluster_name() const {
    for (ConfLine const& line : lines_) {
        for (ConfPair const& pair : line)
            if (same_word(pair.key, "ClusterName")) return lower(pair.value);
    }
    return {};
}

bool FileReader::may_include(Placed const& at, Source const& source) {
    if (!too_many_ && (open_.size() >= max_depth || files_ >= max_files || bytes_ >= max_bytes)) {
        too_many_ = true;
        std::string const message =
            open_.size() >= max_depth
                ? fmt::format("this file is included {} files deep", open_.size() - 1)
                : fmt::format(
                      "{} files, {} kB, are included up to here", files_ - 1, bytes_ / 1000);
        complain(at, source, Code::out_of_range, message).expected = fmt::format(
            "at most {} files of {} MB, {} deep", max_files, max_bytes / 1'000'000, max_depth);
    }
    return !too_many_;
}

bool FileReader::include(PlacedText const& text, Source const& source) {
    std::string line = text_of(text, 0, text.size());
    auto const begin = line.find_first_not_of(" \t");
    constexpr std::string_view word = "include";
    if (begin == std::string::npos || line.size() < begin + word.size() + 1 ||
        !same_word(std::string_view(line).substr(begin, word.size()), word) ||
        !is_blank(line[begin + word.size()]))
        return false;
    auto const items = split_list(std::string_view(line).substr(begin + word.size()), " \t\r");
    if (items.size() != 1) {
        complain(text[begin], source, Code::bad_syntax, "Include takes one path");
        return true;
    }
    std::string path = items.front();
    if (auto const at = path.find("%c"); at != std::string::npos)
        path.replace(at, 2, cluster_name());
    fs::path const named = (folder_ / path).lexically_normal();
    fs::path full = named;
    if (!may_include(text[begin], source)) return true;
    auto included = fetch_included(*fetch_, folder_, full);
    if (std::ranges::find(open_, full) != open_.end()) {
        complain(text[begin],
                 source,
                 Code::inconsistent,
                 fmt::format("the included file \"{}\" includes this one", path));
        return true;
    }
    if (!included) {
        for (Diagnostic const& cause : included.error().items()) {
            complain(text[begin],
                     source,
                     cause.code,
                     fmt::format("the included file \"{}\": {}", path, cause.message))
                .help = "copy it next to the file that includes it";
        }
        return true;
    }
    if (full != named) {
        complain(text[begin],
                 source,
                 Code::cannot_read,
                 fmt::format("\"{}\" is not here; the copy {} is read", path, full.string()),
                 Severity::warning);
    }
    read({full.string(), std::move(*included)});
    return true;
}

std::optional<ConfPair>
FileReader::read_pair(PlacedText const& text, std::size_t& at, Source const& source) {
    auto const skip_blanks = [&](std::size_t i) {
        while (i < text.size() && is_blank(text[i].c)) ++i;
        return i;
    };
    std::size_t const key_begin = at;
    std::size_t key_end = key_begin;
    while (key_end < text.size() && is_key_character(text[key_end].c)) ++key_end;
    std::size_t i = skip_blanks(key_end);
    if (i < text.size() && std::string_view("+-*/").find(text[i].c) != std::string_view::npos) ++i;
    if (key_end == key_begin || i == text.size() || text[i].c != '=') return std::nullopt;
    i = skip_blanks(i + 1);
    std::size_t begin = i;
    std::size_t end = i;
    bool quoted = false;
    if (i < text.size() && text[i].c == '"') {
        auto const close = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                        text.end(),
                                        [](Placed const& p) { return p.c == '"'; });
        auto const stop = static_cast<std::size_t>(close - text.begin());
        if (close != text.end() && (stop + 1 == text.size() || is_blank(text[stop + 1].c))) {
            quoted = true;
            begin = i + 1;
            end = stop;
            i = stop + 1;
        }
    }
    if (!quoted) {
        while (end < text.size() && !is_blank(text[end].c)) ++end;
        i = end;
        if (end == begin) return std::nullopt;
    }
    auto const span = [&](std::size_t from, std::size_t to) {
        auto const& first = text[std::min(from, text.size() - 1)];
        return SourceSpan{
            source.name, first.line, first.column, std::max(1, static_cast<int>(to - from))};
    };
    at = i;
    return ConfPair{text_of(text, key_begin, key_end),
                    text_of(text, begin, end),
                    span(key_begin, key_end),
                    span(begin, end),
                    shown(source, span(begin, end).line)};
}

void FileReader::read_line(PlacedText const& text, Source const& source) {
    if (include(text, source)) return;
    ConfLine line;
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && is_blank(text[at].c)) ++at;
        if (at == text.size()) break;
        auto pair = read_pair(text, at, source);
        if (!pair) {
            std::size_t end = at;
            while (end < text.size() && !is_blank(text[end].c)) ++end;
            complain(text[at],
                     source,
                     Code::bad_syntax,
                     fmt::format("\"{}\" is not of the form key=value", text_of(text, at, end)));
            at = end;
            continue;
        }
        line.push_back(std::move(*pair));
    }
    if (!line.empty()) lines_.push_back(std::move(line));
}

void FileReader::read(ConfText const& file) {
    open_.push_back(fs::path(file.name).lexically_normal());
    ++files_;
    bytes_ += file.text.size();
    Source source{file.name, {}};
    std::string_view rest = file.text;
    while (!rest.empty()) {
        auto const end = rest.find('\n');
        auto line = rest.substr(0, end);
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        source.lines.push_back(line);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    if (auto const mark = template_mark(source.lines)) {
        auto const& [line, column] = *mark;
        complain({'{', line, column},
                 source,
                 Code::bad_syntax,
                 "this is a template, not a configuration")
            .help = "give the file that your tool (Ansible, Puppet …) has made from it";
        open_.pop_back();
        return;
    }
    PlacedText joined;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
        auto line = without_comment(source.lines[i]);
        bool const goes_on = take_continuation(line);
        for (std::size_t column = 0; column < line.size(); ++column)
            joined.push_back({line[column], static_cast<int>(i) + 1, static_cast<int>(column) + 1});
        if (!goes_on || i + 1 == source.lines.size()) {
            read_line(without_escapes(joined), source);
            joined.clear();
        }
    }
    open_.pop_back();
}

}  // namespace

std::vector<ConfLine>
conf_lines(ConfText const& file, ConfFetch const& fetch, Diagnostics& problems) {
    FileReader reader(fetch, fs::path(file.name).parent_path(), problems);
    reader.read(file);
    return reader.take();
}

}  // namespace clustersim::slurm
