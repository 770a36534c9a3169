// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_files.hpp"
#include "sim/slurm/read/accounting/sacctmgr_words.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <optional>

namespace clustersim::slurm {

namespace {

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
        set_all(target_->store.add_account(parsed.name, parent_, false), parsed, "an account");
    }

    void read_user(DumpLine const& parsed) {
        std::string partition;
        for (SacctmgrWord const& word : parsed.words)
            if (is_word(word.key, {"partition"})) partition = word.value;
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
            if (is_word(word.key, {"defaultaccount"}))
                target_->store.set_default_account(parsed.name, word.value);
            else if (!is_word(word.key, {"partition"}) &&
                     !apply_to_association(word, association, UnknownQos::make, *target_))
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
