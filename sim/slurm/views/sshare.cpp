// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sshare.hpp"

#include "sim/slurm/views/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

std::vector<RecordField> fields_of(SshareOptions const& options, bool fair_tree) {
    std::vector<RecordField> fields{{"Account", 20, true}, {"User", 10}};
    if (options.partition) fields.push_back({"Partition", 12});
    fields.insert(fields.end(), {{"RawShares", 10}, {"NormShares", 11}, {"RawUsage", 11}});
    if (options.long_form) fields.push_back({"NormUsage", 11});
    fields.insert(fields.end(), {{"EffectvUsage", 13}, {"FairShare", 10}});
    if (!options.long_form) return fields;
    if (fair_tree) fields.push_back({"LevelFS", 10});
    fields.insert(fields.end(), {{"GrpTRESMins", 30}, {"TRESRunMins", 30}});
    return fields;
}

std::string shares_text(ShareView const& share, bool is_root) {
    if (is_root) return {};
    return share.shares_of_parent ? "parent" : std::to_string(share.shares);
}

std::string run_minutes(ShareView const& share) {
    std::string out;
    for (auto const& [name, minutes] : share.tres_run_minutes)
        out += fmt::format("{}{}={}", out.empty() ? "" : ",", name, minutes);
    return out;
}

std::vector<std::string> values_of(ShareView const& share,
                                   SshareOptions const& options,
                                   bool fair_tree,
                                   std::size_t indent) {
    bool const is_root = share.depth == 0;
    std::vector<std::string> values{std::string(indent, ' ') + share.account, share.user};
    if (options.partition) values.push_back(share.partition);
    values.push_back(shares_text(share, is_root));
    values.push_back(record_number(share.normalized_shares, 11));
    values.push_back(std::to_string(static_cast<std::uint64_t>(share.raw_usage)));
    if (options.long_form)
        values.push_back(is_root ? "" : record_number(share.normalized_usage, 11));
    values.push_back(record_number(share.effective_usage, 13));
    values.push_back(share.fairshare ? record_number(*share.fairshare, 10) : "");
    if (!options.long_form) return values;
    if (fair_tree) values.push_back(share.level_share ? record_number(*share.level_share, 10) : "");
    values.push_back(share.group_tres_minutes);
    values.push_back(run_minutes(share));
    return values;
}

bool is_listed(ShareView const& share, SshareOptions const& options) {
    if (!options.accounts.empty() && !among(options.accounts, share.account)) return false;
    if (share.user.empty()) return !options.users_only;
    if (!options.users.empty()) return among(options.users, share.user);
    return options.all || share.user == "root";
}

}  // namespace

std::string sshare_text(Snapshot const& snapshot, SshareOptions const& options) {
    bool const fair_tree = snapshot.weights.fairshare == FairshareAlgorithm::fair_tree;
    auto const fields = fields_of(options, fair_tree);
    std::string out;
    if (!options.no_header) out += record_titles(fields, options.style);
    // Indented by the number of listed accounts above it.
    std::vector<std::int32_t> above;
    for (ShareView const& share : snapshot.shares) {
        while (!above.empty() && above.back() >= share.depth) above.pop_back();
        if (!is_listed(share, options)) continue;
        out +=
            record_line(fields, values_of(share, options, fair_tree, above.size()), options.style);
        if (share.user.empty()) above.push_back(share.depth);
    }
    return out;
}

}  // namespace clustersim::slurm
