// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/sacctmgr_files.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace clustersim::slurm {

namespace {

/// The rows of a table, with its column titles.
class Rows {
  public:
    Rows(std::span<ImportLine const> lines, AccountingTarget& target)
        : lines_(lines), target_(&target) {}

    /// Calls take(line, cells) for every row with the right number of cells.
    void
    each(std::function<void(ImportLine const&, std::vector<std::string_view> const&)> const& take) {
        for (ImportLine const& line : lines_) {
            if (trimmed(line.text).empty()) continue;
            auto cells = table_cells(line.text);
            // With -p instead of -P every line ends with a separator.
            bool const closed = titles_.empty() ? cells.back().empty() : closed_;
            if (closed && cells.back().empty()) cells.pop_back();
            if (titles_.empty()) {
                closed_ = closed;
                titles_ = std::move(cells);
                title_line_ = &line;
                continue;
            }
            if (cells == titles_) continue;  // a repeated title line of concatenated tables
            if (cells.size() != titles_.size()) {
                target_->reading.problems.add(
                    line.problem(Code::bad_syntax,
                                 fmt::format("{} cells for {} columns (line {})",
                                             cells.size(),
                                             titles_.size(),
                                             title_line_->number),
                                 line.text));
                continue;
            }
            take(line, cells);
        }
    }

    /// The cell of the first column with one of these titles (small letters).
    [[nodiscard]] std::string_view cell(std::vector<std::string_view> const& cells,
                                        std::initializer_list<std::string_view> names) const {
        for (std::size_t i = 0; i < titles_.size(); ++i)
            if (std::ranges::find(names, lower(trimmed(titles_[i]))) != names.end())
                return cells[i];
        return {};
    }
    [[nodiscard]] std::vector<std::string_view> const& titles() const { return titles_; }

  private:
    std::span<ImportLine const> lines_;
    AccountingTarget* target_;
    std::vector<std::string_view> titles_;
    ImportLine const* title_line_ = nullptr;
    bool closed_ = false;
};

SacctmgrWord word_of(ImportLine const& line, std::string_view title, std::string_view cell) {
    SacctmgrWord word;
    word.key = trimmed(title);
    word.value = std::string(trimmed(cell));
    word.where = cell.empty() ? line.text : cell;
    word.line = &line;
    return word;
}

/// Lists a column that no property has: sacctmgr printed it, so another release knows it.
void list_column(std::string_view title, AccountingTarget& target) {
    target.reading.unused.insert(fmt::format("the column {}", trimmed(title)));
}

/// Reports names in cells of "Preempt" that are no QOS of the table.
void check_preempt(std::span<SacctmgrWord const> cells, AccountingTarget& target) {
    for (SacctmgrWord const& word : cells) {
        for (std::string const& name : word.items()) {
            if (target.store.find_qos(name) == nullptr) {
                target.reading.problems.add(
                    word.problem(Code::unknown_name, fmt::format("there is no QOS \"{}\"", name)));
            }
        }
    }
}

}  // namespace

void read_qos_table(std::span<ImportLine const> lines, AccountingTarget& target) {
    target.store.forget_qos();
    Rows rows(lines, target);
    std::vector<SacctmgrWord> preempt;
    rows.each([&](ImportLine const& line, std::vector<std::string_view> const& cells) {
        std::string const name(trimmed(rows.cell(cells, {"name"})));
        if (name.empty() || target.store.find_qos(name) != nullptr) {
            target.reading.problems.add(
                line.problem(name.empty() ? Code::missing_key : Code::duplicate_key,
                             name.empty() ? "a QOS without a name"
                                          : fmt::format("the QOS \"{}\" appears twice", name),
                             line.text));
            return;
        }
        Qos& qos = target.store.add_qos(name);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            SacctmgrWord const word = word_of(line, rows.titles()[i], cells[i]);
            if (lower(word.key) == "name" || word.value.empty()) continue;
            if (!apply_word(word, qos, target.reading)) list_column(rows.titles()[i], target);
            if (lower(word.key) == "preempt") preempt.push_back(word);
        }
    });
    check_preempt(preempt, target);
}

namespace {

/// Reads accounts nested by the blanks before their names (`tree`), or by a column with their
/// parent.
class AssociationRows {
  public:
    AssociationRows(std::span<ImportLine const> lines, AccountingTarget& target)
        : rows_(lines, target), target_(&target) {}

    void read() {
        target_->store.root().allowed_qos.clear();
        rows_.each([&](ImportLine const& line, std::vector<std::string_view> const& cells) {
            read_row(line, cells);
        });
    }

  private:
    void read_row(ImportLine const& line, std::vector<std::string_view> const& cells) {
        std::string const cluster = lower(trimmed(rows_.cell(cells, {"cluster"})));
        if (!cluster.empty() && cluster != target_->cluster) return;
        std::string_view const account_cell = rows_.cell(cells, {"account"});
        std::string const account(trimmed(account_cell));
        std::string const user(trimmed(rows_.cell(cells, {"user"})));
        std::string const partition(trimmed(rows_.cell(cells, {"partition"})));
        if (account.empty()) {
            target_->reading.problems.add(
                line.problem(Code::missing_key, "an association without an account", line.text));
            return;
        }
        auto const depth = account_cell.size() - trimmed_front(account_cell).size();
        Association* one = target_->store.find(account, user, partition);
        bool const of_root = account == "root" && (user.empty() || user == "root");
        if (one != nullptr && !of_root) {
            target_->reading.problems.add(
                line.problem(Code::duplicate_key,
                             fmt::format("{} appears twice", user.empty() ? account : user),
                             account_cell));
            return;
        }
        if (one == nullptr && user.empty()) {
            one = &target_->store.add_account(account, parent_of(line, cells, depth));
        } else if (one == nullptr) {
            if (target_->store.find(account) == nullptr) {
                report_account(line, account, account_cell);
                return;
            }
            one = &target_->store.add_user(account, user, partition);
        }
        if (user.empty()) {
            above_.resize(std::min(above_.size(), depth));
            above_.resize(depth + 1);
            above_[depth] = account;
        }
        set_all(*one, line, cells);
    }

    static std::string_view trimmed_front(std::string_view text) {
        auto const first = text.find_first_not_of(' ');
        return first == std::string_view::npos ? std::string_view() : text.substr(first);
    }

    void report_account(ImportLine const& line, std::string const& name, std::string_view part) {
        target_->reading.problems.add(line.problem(
            Code::unknown_name, fmt::format("there is no account \"{}\" above this", name), part));
    }

    std::string parent_of(ImportLine const& line,
                          std::vector<std::string_view> const& cells,
                          std::size_t depth) {
        std::string_view const cell = rows_.cell(cells, {"parentname", "par name"});
        std::string named(trimmed(cell));
        if (!named.empty()) {
            if (target_->store.find(named) == nullptr) {
                report_account(line, named, cell);
                return "root";
            }
            return named;
        }
        for (std::size_t above = std::min(depth, above_.size()); above > 0; --above)
            if (!above_[above - 1].empty()) return above_[above - 1];
        return "root";
    }

    void
    set_all(Association& one, ImportLine const& line, std::vector<std::string_view> const& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            std::string const title = lower(trimmed(rows_.titles()[i]));
            SacctmgrWord const word = word_of(line, rows_.titles()[i], cells[i]);
            if (word.value.empty() || title == "cluster" || title == "account" || title == "user" ||
                title == "partition" || title == "parentname" || title == "par name")
                continue;
            if (title == "def acct" || title == "defaultaccount")
                target_->store.set_default_account(one.user, word.value);
            else if (!apply_to_association(word, one, *target_))
                list_column(rows_.titles()[i], *target_);
        }
    }

    Rows rows_;
    AccountingTarget* target_;
    std::vector<std::string> above_;  ///< the account last seen at each depth
};

}  // namespace

void read_association_table(std::span<ImportLine const> lines, AccountingTarget& target) {
    AssociationRows(lines, target).read();
}

}  // namespace clustersim::slurm
