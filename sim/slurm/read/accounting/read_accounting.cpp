// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/read_accounting.hpp"

#include "sim/slurm/read/accounting/sacctmgr_files.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

AccountingKind kind_of(std::span<ImportLine const> lines) {
    for (ImportLine const& line : lines) {
        std::string_view const text = trimmed(line.text);
        if (text.empty() || text.starts_with('#')) continue;
        if (text.find('|') != std::string_view::npos) {
            auto const cells = table_cells(text);
            bool const has_account = std::ranges::any_of(
                cells, [](std::string_view cell) { return lower(cell) == "account"; });
            return has_account ? AccountingKind::association_table : AccountingKind::qos_table;
        }
        break;
    }
    return AccountingKind::dump;
}

namespace {

void expect_qos(SacctmgrWord const& word, std::string const& name, AccountingTarget& target) {
    if (target.store.find_qos(name) != nullptr) return;
    auto trouble = word.problem(
        Code::unknown_name,
        fmt::format("no file describes the QOS \"{}\"; it is assumed to have no limits", name));
    trouble.severity = Severity::warning;
    trouble.help = "add the output of `sacctmgr -P show qos`";
    target.reading.problems.add(std::move(trouble));
    target.store.add_qos(name);
}

/// Warns of a QOS whose minimum and maximum job size contradict each other: Slurm accepts it, and
/// its jobs stay pending for ever.
void check_limits(Qos const& qos, TresTable const& tres, Diagnostics& problems) {
    for (std::size_t i = 0; i < qos.min_tres_per_job.size(); ++i) {
        auto const least = qos.min_tres_per_job.at(i);
        auto const most = qos.job.tres.at(i);
        if (!least || !most || *least <= *most) continue;
        Diagnostic d =
            problem(Code::inconsistent,
                    fmt::format("the QOS {} requires at least {} {} and at most {} per job",
                                qos.name,
                                *least,
                                tres.name(i),
                                *most),
                    "all its jobs stay pending for ever");
        d.severity = Severity::warning;
        problems.add(std::move(d));
    }
}

/// Warns of a QOS whose jobs would be suspended, but never resumed.
void check_gang(Qos const& qos, Settings const& settings, Diagnostics& problems) {
    if (qos.preempt_mode != PreemptMode::suspend || settings.gang ||
        settings.preempt_type != PreemptType::qos)
        return;
    Diagnostic d =
        problem(Code::inconsistent,
                fmt::format("the QOS {} has PreemptMode=suspend, which requires GANG in slurm.conf",
                            qos.name),
                "its jobs are not preempted");
    d.severity = Severity::warning;
    problems.add(std::move(d));
}

}  // namespace

bool apply_to_association(SacctmgrWord const& word,
                          Association& association,
                          AccountingTarget& target) {
    if (!apply_word(word, association, target.reading)) return false;
    for (std::string const& name : association.allowed_qos) expect_qos(word, name, target);
    if (!association.default_qos.empty()) expect_qos(word, association.default_qos, target);
    return true;
}

Result<AccountingNotes> read_accounting(std::span<NamedText const> texts, Site& site) {
    AccountingTarget target;
    target.reading.tres = &site.tres;
    target.cluster = lower(site.settings.cluster_name);
    std::vector<std::vector<ImportLine>> files;
    for (NamedText const& text : texts) files.push_back(import_lines(text));
    for (auto const& lines : files)
        if (kind_of(lines) == AccountingKind::qos_table) read_qos_table(lines, target);
    for (auto const& lines : files) {
        switch (kind_of(lines)) {
            case AccountingKind::dump: read_dump(lines, target); break;
            case AccountingKind::association_table: read_association_table(lines, target); break;
            case AccountingKind::qos_table: break;
        }
    }
    if (target.reading.problems.has_errors()) return failure(std::move(target.reading.problems));
    site.qos = target.store.qos();
    for (Qos const& qos : site.qos) {
        check_limits(qos, site.tres, target.reading.problems);
        check_gang(qos, site.settings, target.reading.problems);
    }
    site.associations = target.store.associations();
    return AccountingNotes{std::move(target.reading.problems),
                           {target.reading.unused.begin(), target.reading.unused.end()}};
}

Result<NamedText> read_named_text(std::filesystem::path const& path) {
    auto text = whole_text(path);
    if (!text) return failure(std::move(text.error()));
    return NamedText{path == "-" ? "<stdin>" : path.string(), std::move(*text)};
}

}  // namespace clustersim::slurm
