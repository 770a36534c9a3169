// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/snapshot_site.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/accounting/read_accounting.hpp"
#include "sim/slurm/read/conf/read_site.hpp"
#include "sim/slurm/read/snapshot/snapshot_conf.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace clustersim::slurm {

namespace {

Diagnostics as_warnings(Diagnostics const& problems) {
    Diagnostics out;
    for (Diagnostic one : problems.items()) {
        one.severity = Severity::warning;
        out.add(std::move(one));
    }
    return out;
}

/// The text without some of its lines, each of which becomes empty.
std::string without_lines(std::string const& text, std::set<int> const& numbers) {
    std::string out;
    int number = 0;
    for (std::string_view const line : split(text, "\n")) {
        if (++number > 1) out += '\n';
        if (!numbers.contains(number)) out += line;
    }
    return out;
}

/// Reads the configuration. A setting that the reader does not understand belongs to another
/// release: it is left out with a warning, while nodes and partitions must be understood.
Result<SiteReading> read_conf(SnapshotConf const& conf, Diagnostics& warnings) {
    std::string settings = conf.settings.text;
    for (int attempt = 0;; ++attempt) {
        SiteFiles files;
        files.conf = {conf.settings.name,
                      settings + "Include snapshot-nodes\nInclude snapshot-partitions\n"};
        files.fetch = [&](std::filesystem::path const& path) -> Result<std::string> {
            return path.filename() == "snapshot-nodes" ? conf.nodes.text : conf.partitions.text;
        };
        files.topology = conf.topology;
        auto reading = read_site(files);
        if (reading || attempt > 0) return reading;
        std::set<int> lines;
        Diagnostics left;
        for (Diagnostic const& one : reading.error().items()) {
            if (one.severity != Severity::error || one.where.file != conf.settings.name ||
                one.where.line == 0)
                continue;
            lines.insert(one.where.line);
            left.add(one);
        }
        if (lines.empty()) return reading;
        warnings.append(as_warnings(left));
        settings = without_lines(settings, lines);
    }
}

/// Equal nodes become one record, as if slurm.conf described them in one line.
void merge_records(Site& site) {
    std::vector<NodeRecord> records;
    for (Node& node : site.nodes) {
        auto const& record = site.records[static_cast<std::size_t>(node.record)];
        auto const known = std::ranges::find(records, record);
        node.record = static_cast<std::int32_t>(known - records.begin());
        if (known == records.end()) records.push_back(record);
    }
    site.records = std::move(records);
}

void set_release(SnapshotFiles const& files, SnapshotSite& out) {
    auto const release = release_of(files.slurm);
    if (release) {
        out.site.settings.release = *release;
        return;
    }
    out.assumed.push_back(fmt::format("the release of Slurm is not known (\"{}\"): it is taken as "
                                      "22.05 (--release names another)",
                                      files.slurm));
}

/// sshare has the tree and the shares, for sites that hide the associations.
NamedText tree_of_shares(NamedText const& shares) {
    NamedText out{shares.name, "Account|User|Share\n"};
    bool first = true;
    for (ImportLine const& line : import_lines(shares)) {
        auto const cells = table_cells(line.text);
        if (!std::exchange(first, false) && cells.size() > 2)
            out.text += fmt::format("{}|{}|{}", cells[0], trimmed(cells[1]), trimmed(cells[2]));
        if (!first) out.text += '\n';
    }
    return out;
}

Result<void> read_people(SnapshotFiles const& files, SnapshotSite& out) {
    std::vector<NamedText> texts;
    bool const accounts = out.site.settings.accounting_storage;
    if (!accounts) return {};
    if (auto const* qos = files.find("qos.txt"))
        texts.push_back(*qos);
    else
        out.assumed.emplace_back(
            "the QOS are hidden: they are taken to have no limits and equal priorities");
    if (auto const* associations = files.find("associations.txt")) {
        texts.push_back(*associations);
    } else if (auto const* shares = files.find("shares.txt")) {
        texts.push_back(tree_of_shares(*shares));
        out.assumed.emplace_back(
            "the associations are hidden: shares come from sshare, and there are no limits");
    } else {
        out.shares_known = false;
        out.assumed.emplace_back("associations and shares are hidden: every account has an equal "
                                 "share, and there are no limits");
    }
    if (texts.empty()) return {};
    auto notes = read_accounting(texts, out.site);
    if (!notes) return failure(std::move(notes.error()));
    out.warnings.append(std::move(notes->warnings));
    return {};
}

Association& account_of(Site& site, std::string const& name) {
    auto const at = site.find_association(name, "", "");
    if (at) return site.associations[static_cast<std::size_t>(*at)];
    if (site.associations.empty()) {
        site.associations.emplace_back().account = "root";
        if (name == "root") return site.associations.front();
    }
    Association account;
    account.account = name;
    account.parent = 0;
    return site.associations.emplace_back(std::move(account));
}

/// Jobs of users, accounts and QOS that the archive hides still run and wait.
void add_hidden_people(SnapshotFiles const& files, SnapshotSite& out) {
    Site& site = out.site;
    if (!site.settings.accounting_storage) return;
    auto const* jobs = files.find("jobs.txt");
    if (jobs == nullptr) jobs = files.find("squeue.txt");
    if (jobs == nullptr) return;
    std::size_t users = 0;
    std::set<std::string> names;
    std::set<std::tuple<std::string, std::string, std::string>> seen;
    each_words_line(*jobs, [&](WordsLine const& words) {
        std::string const account(words.text("Account"));
        std::string const user(words.text("UserId").substr(0, words.text("UserId").find('(')));
        std::string const qos(words.text("QOS"));
        if (!qos.empty() && !site.find_qos(qos)) {
            site.qos.emplace_back().name = qos;
            names.insert("QOS " + qos);
        }
        auto const partition = words.text("Partition");
        if (!seen.emplace(account, user, partition).second) return;
        if (account.empty() || user.empty() || site.find_association(account, user, "")) return;
        if (site.find_association(account, user, partition.substr(0, partition.find(',')))) return;
        static_cast<void>(account_of(site, account));
        Association one;
        one.account = account;
        one.user = user;
        one.parent = site.find_association(account, "", "").value_or(0);
        site.associations.push_back(std::move(one));
        ++users;
    });
    if (users > 0)
        out.assumed.push_back(fmt::format(
            "{} associations of users with jobs are hidden: each has one share and no limits",
            users));
    for (std::string const& name : names)
        out.assumed.push_back(fmt::format("the {} is hidden: it is taken to have no limits", name));
}

}  // namespace

Result<SnapshotSite> read_snapshot_site(SnapshotFiles const& files) {
    Diagnostics missing;
    for (auto const& [file, what] :
         {std::pair("nodes.txt", "nodes"), {"partitions.txt", "partitions"}}) {
        if (files.find(file) == nullptr || files.find(file)->text.empty())
            missing.add(
                problem(Code::missing_key,
                        fmt::format("{} does not show the {} of the cluster", files.archive, what),
                        "without them no start can be forecast; the manifest says why the "
                        "command failed"));
    }
    if (missing.has_errors()) return failure(std::move(missing));
    SnapshotSite out;
    auto const conf = conf_of(files);
    if (files.find("config.txt") == nullptr)
        out.assumed.emplace_back("the configuration is hidden: Slurm's defaults are assumed");
    auto reading = read_conf(conf, out.warnings);
    if (!reading) return failure(std::move(reading.error()));
    out.site = std::move(reading->site);
    out.warnings.append(std::move(reading->warnings));
    merge_records(out.site);
    if (files.cluster != "unknown" && !files.cluster.empty())
        out.site.settings.cluster_name = files.cluster;
    set_release(files, out);
    if (auto read = read_people(files, out); !read) return failure(std::move(read.error()));
    add_hidden_people(files, out);
    auto const value = [&](std::string_view key) {
        auto const found = conf.values.find(key);
        return found == conf.values.end() ? std::string_view() : std::string_view(found->second);
    };
    out.boot = unix_time(value("BOOT_TIME"));
    if (auto const id = digits_only(value("NEXT_JOB_ID")))
        out.next_id = static_cast<std::int32_t>(*id);
    return out;
}

}  // namespace clustersim::slurm
