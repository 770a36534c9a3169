// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_files.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace clustersim::slurm {

namespace {

bool is_key_char(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Length of the text from `begin` to the first of `ends` outside quotes.
std::size_t run_length(std::string_view text, std::size_t begin, std::string_view ends) {
    char quote = 0;
    std::size_t at = begin;
    for (; at < text.size(); ++at) {
        char const c = text[at];
        if (quote != 0)
            quote = c == quote ? char{0} : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (ends.find(c) != std::string_view::npos)
            break;
    }
    return at - begin;
}

std::string without_quotes(std::string_view text) {
    std::string out;
    for (char const c : text)
        if (c != '"' && c != '\'') out += c;
    return out;
}

/// Removes "key=" from the front of a word.
void take_key(std::string_view& text, SacctmgrWord& word) {
    std::size_t const equals = text.find_first_of("=\"'");
    if (equals == std::string_view::npos || text[equals] != '=' || equals == 0) return;
    word.key = trimmed(text.substr(0, equals));
    text.remove_prefix(equals + 1);
}

/// The fields after the name in a line of `sacctmgr dump`: `:key=value:key='value'…`. A colon
/// separates two fields only if a key follows it, so that gres/gpu:a100=1 is one value.
std::vector<SacctmgrWord> dump_words(ImportLine const& line, std::string_view fields) {
    std::vector<SacctmgrWord> words;
    bool in_tres = false;
    for (std::size_t at = 0; at < fields.size();) {  // `at` is always at a colon
        std::string_view part = fields.substr(at + 1, run_length(fields, at + 1, ":"));
        at += 1 + part.size();
        std::size_t const key_end = part.find('=');
        bool const starts_key = key_end != std::string_view::npos &&
                                std::ranges::all_of(part.substr(0, key_end), is_key_char);
        if (in_tres && !(starts_key && is_association_key(part.substr(0, key_end)))) {
            SacctmgrWord& last = words.back();
            last.value += ":" + without_quotes(part);
            last.where = {last.where.data(), last.where.size() + 1 + part.size()};
            continue;
        }
        SacctmgrWord word;
        word.line = &line;
        take_key(part, word);
        in_tres = lower(word.key).find("tres") != std::string::npos;
        word.value = without_quotes(part);
        word.where = part;
        words.push_back(std::move(word));
    }
    return words;
}

/// True if a word is this name (lower case) or its abbreviation with at least three letters.
bool is_word(std::string_view word, std::string_view name) {
    constexpr std::size_t shortest = 3;
    return word.size() >= shortest && name.starts_with(lower(word));
}

/// The parts of a line such as `Account - 'chem':Fairshare=1`.
struct DumpLine {
    std::string kind;  ///< in lower case
    std::string name;
    std::string_view name_at;
    std::vector<SacctmgrWord> words;
};

std::optional<DumpLine> parse_line(ImportLine const& line, AccountingTarget& target) {
    std::string_view rest = trimmed(line.text);
    DumpLine out;
    auto const dash = rest.find('-');
    auto const refuse = [&](std::string_view part) {
        target.reading.problems
            .add(line.problem(Code::bad_syntax, "this is not a line of `sacctmgr dump`", part))
            .expected = "a line such as Account - 'chem':Fairshare=1";
    };
    if (dash == std::string_view::npos) {
        refuse(rest);
        return std::nullopt;
    }
    out.kind = lower(trimmed(rest.substr(0, dash)));
    rest = trimmed(rest.substr(dash + 1));
    if (rest.starts_with('\'')) {
        auto const end = rest.find('\'', 1);
        if (end == std::string_view::npos) {
            refuse(rest);
            return std::nullopt;
        }
        out.name_at = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
    } else {
        auto const end = std::min(rest.find(':'), rest.size());
        out.name_at = rest.substr(0, end);
        rest.remove_prefix(end);
    }
    out.name = std::string(out.name_at);
    if (out.name.empty() || !(rest.empty() || rest.front() == ':')) {
        refuse(rest.empty() ? line.text : rest);
        return std::nullopt;
    }
    out.words = dump_words(line, rest);
    return out;
}

class SacctmgrDumpReading {
  public:
    explicit SacctmgrDumpReading(AccountingTarget& target) : target_(&target) {}

    void read(ImportLine const& line) {
        auto const parsed = parse_line(line, *target_);
        if (!parsed) return;
        line_ = &line;
        if (parsed->kind == "cluster") {
            set_all(target_->store.root(), *parsed, "a cluster");
        } else if (parsed->kind == "parent") {
            parent_ = parsed->name;
            if (target_->store.find(parent_) == nullptr) unknown_account(*parsed);
        } else if (parsed->kind == "account") {
            read_account(*parsed);
        } else if (parsed->kind == "user") {
            read_user(*parsed);
        } else {
            target_->reading.problems
                .add(line.problem(Code::bad_syntax,
                                  fmt::format("unknown kind of line \"{}\"", parsed->kind),
                                  trimmed(line.text)))
                .expected = "Cluster, Parent, Account or User";
        }
    }

  private:
    void unknown_account(DumpLine const& parsed) {
        target_->reading.problems
            .add(line_->problem(Code::unknown_name,
                                fmt::format("there is no account \"{}\" above this", parsed.name),
                                parsed.name_at))
            .help = "the line of an account must come before it is used as the parent";
    }

    void read_account(DumpLine const& parsed) {
        if (target_->store.find(parsed.name) != nullptr) {
            target_->reading.problems.add(
                line_->problem(Code::duplicate_key,
                               fmt::format("the account \"{}\" appears twice", parsed.name),
                               parsed.name_at));
            return;
        }
        set_all(target_->store.add_account(parsed.name, parent_), parsed, "an account");
    }

    void read_user(DumpLine const& parsed) {
        std::string partition;
        for (SacctmgrWord const& word : parsed.words)
            if (is_word(word.key, "partition")) partition = word.value;
        if (target_->store.find(parent_) == nullptr) return;  // reported at the line of the parent
        Association* known = target_->store.find(parent_, parsed.name, partition);
        if (known == nullptr) {
            known = &target_->store.add_user(parent_, parsed.name, partition);
        } else if (parsed.name != "root") {
            target_->reading.problems.add(line_->problem(
                Code::duplicate_key,
                fmt::format("the user \"{}\" appears twice in {}", parsed.name, parent_),
                parsed.name_at));
            return;
        }
        set_all(*known, parsed, "a user");
    }

    void set_all(Association& association, DumpLine const& parsed, std::string_view what) {
        for (SacctmgrWord const& word : parsed.words)
            if (is_word(word.key, "defaultaccount"))
                target_->store.set_default_account(parsed.name, word.value);
            else if (!is_word(word.key, "partition") &&
                     !apply_to_association(word, association, *target_))
                report_unknown_key(word, false, what, target_->reading);
    }

    AccountingTarget* target_;
    ImportLine const* line_ = nullptr;
    std::string parent_ = "root";
};

}  // namespace

void read_dump(std::span<ImportLine const> lines, AccountingTarget& target) {
    SacctmgrDumpReading reading(target);
    for (ImportLine const& line : lines) {
        std::string_view const text = trimmed(line.text);
        if (!text.empty() && !text.starts_with('#')) reading.read(line);
    }
}

}  // namespace clustersim::slurm
