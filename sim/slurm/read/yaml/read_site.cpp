// SPDX-License-Identifier: Apache-2.0
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/yaml/check_node_record.hpp"
#include "sim/slurm/read/yaml/expect_known.hpp"
#include "sim/slurm/read/yaml/settings_yaml.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "sim/slurm/site/counted_gres.hpp"
#include "sim/slurm/site/node_order.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Reads one document, section by section in the order of their references.
class SiteReading {
  public:
    /// Applies the sections to `site`.
    SiteReading(Reader root, Site site) : root_(std::move(root)), site_(std::move(site)) {
        for (std::size_t i = 0; i < site_.nodes.size(); ++i)
            names_.nodes.emplace(site_.nodes[i].name, static_cast<std::int32_t>(i));
    }

    Site read() {
        root_.schema(site_schema);
        read_parameters();
        read_nodes();
        read_switches();
        read_named("qos", site_.qos);
        read_partitions();
        check_preempt_lists();
        read_associations();
        return read_rest();
    }

    /// Applies the sections that do not depend on the nodes to a site from elsewhere.
    Site read_over() {
        read_parameters();
        read_named("qos", site_.qos);
        for (auto& [name, reader] : root_.named_children("partitions")) {
            auto const known = site_.find_partition(name);
            if (!known) {
                report_unknown_partition(reader, site_, name);
                continue;
            }
            read_partition(reader, site_.partitions[static_cast<std::size_t>(*known)]);
        }
        check_preempt_lists();
        return read_rest();
    }

  private:
    Site read_rest() {
        read_reservations();
        read_failures();
        read_named("users", site_.users);
        root_.finish();
        return std::move(site_);
    }

    void read_parameters() {
        for (std::string const& name : root_.text_list("tres")) site_.tres.add(name);
        names_.tres = site_.tres;
        if (auto settings = root_.optional_child("settings")) {
            read_settings(*settings, names_, site_.settings);
            settings->finish();
            expect_gang(*settings, site_.settings, site_.settings.preempt_mode);
        }
        std::vector<std::pair<std::string, std::int64_t>> licenses;
        read_counts(root_, "licenses", licenses);
        for (auto& [name, total] : licenses) site_.licenses.push_back({std::move(name), total});
    }

    void read_nodes() {
        root_.require("nodes");
        for (Reader& entry : root_.list("nodes")) {
            read_node_entry(entry);
            entry.finish();
        }
        order_by_name(site_.nodes);
        for (std::size_t i = 0; i < site_.nodes.size(); ++i)
            names_.nodes[site_.nodes[i].name] = static_cast<std::int32_t>(i);
    }

    void read_node_entry(Reader& entry) {
        auto const hosts = expand_hostlist(entry.text("names"));
        if (!hosts) entry.complain("names", Code::bad_syntax, "\"names\": " + hosts.error());
        Node node;
        auto const like = entry.optional_text("like");
        if (like) {
            auto const found = names_.nodes.find(*like);
            if (found == names_.nodes.end()) {
                entry.complain(
                    "like",
                    Code::unknown_name,
                    fmt::format("\"like\" names {}, not a node of an earlier entry", *like));
            } else {
                node.record = site_.nodes[static_cast<std::size_t>(found->second)].record;
            }
        } else {
            node.record = static_cast<std::int32_t>(site_.records.size());
            read_keys(entry, site_.records.emplace_back(), names_);
            check_node_record(entry, site_.records.back());
            order_gres(site_.records.back().gres);
        }
        node.state = entry.optional_one_of<NodeAdminState>("state").value_or(NodeAdminState::up);
        node.reason = entry.optional_text("reason").value_or("");
        for (std::string const& host : hosts.value_or(std::vector<std::string>{})) {
            auto const index = static_cast<std::int32_t>(site_.nodes.size());
            if (!names_.nodes.emplace(host, index).second) {
                entry.complain("names",
                               Code::duplicate_key,
                               fmt::format("the node {} appears twice in `nodes:`", host));
                continue;
            }
            node.name = host;
            site_.nodes.push_back(node);
        }
    }

    void read_switches() {
        auto children = root_.named_children("switches");
        std::unordered_map<std::string, std::int32_t> index;
        for (auto const& [name, reader] : children)
            index.emplace(name, static_cast<std::int32_t>(index.size()));
        for (auto& [name, reader] : children) {
            Switch& one = site_.switches.emplace_back();
            one.name = name;
            read_hosts(reader, "nodes", names_, one.nodes);
            for (std::string const& below : reader.text_list("switches")) {
                auto const found = index.find(below);
                if (found == index.end()) {
                    reader.complain("switches",
                                    Code::unknown_name,
                                    fmt::format("there is no switch \"{}\"", below));
                } else {
                    one.switches.push_back(found->second);
                }
            }
            reader.finish();
        }
        check_levels(children);
    }

    /// Reports switches that form no tree.
    void check_levels(std::vector<std::pair<std::string, Reader>>& children) const {
        auto const fault = fault_of(site_.switches);
        if (!fault) return;
        auto& [name, reader] = children[fault->at];
        reader.complain("switches",
                        fault->circular ? Code::inconsistent : Code::out_of_range,
                        fault->circular ? fmt::format("the switch {} is below itself", name)
                                        : fmt::format("the switch {} is more than {} levels deep",
                                                      name,
                                                      most_switch_levels));
    }

    template <class Thing>
    void read_named(std::string_view key, std::vector<Thing>& things) {
        for (auto& [name, reader] : root_.named_children(key)) {
            auto const known = std::ranges::find(things, name, &Thing::name);
            Thing& thing = known != things.end() ? *known : things.emplace_back();
            thing.name = name;
            read_keys(reader, thing, names_);
            reader.finish();
        }
    }

    void read_partitions() {
        std::string first_default;
        for (auto& [name, reader] : root_.named_children("partitions")) {
            Partition& partition = site_.partitions.emplace_back();
            partition.name = name;
            read_partition(reader, partition);
            if (partition.is_default && !first_default.empty()) {
                reader.complain("is_default",
                                Code::inconsistent,
                                fmt::format("{} and {} are both the default", first_default, name));
            } else if (partition.is_default) {
                first_default = name;
            }
        }
    }

    void read_partition(Reader& reader, Partition& partition) {
        read_keys(reader, partition, names_);
        reader.finish();
        expect_gang(reader, site_.settings, partition.preempt_mode);
        expect_qos(reader, site_, "qos", partition.qos);
    }

    void check_preempt_lists() {
        if (!root_.has("qos")) return;
        for (auto& [name, reader] : root_.named_children("qos")) {
            if (auto const index = site_.find_qos(name))
                expect_gang(reader,
                            site_.settings,
                            site_.qos[static_cast<std::size_t>(*index)].preempt_mode);
            for (std::string const& other : reader.text_list("preempt"))
                expect_qos(reader, site_, "preempt", other);
        }
    }

    void read_associations() {
        for (Reader& entry : root_.list("associations")) {
            Association one;
            read_keys(entry, one, names_);
            auto const parent = entry.optional_text("parent");
            entry.finish();
            entry.require("account");
            place(entry, one, parent);
            expect_qos(entry, site_, "default_qos", one.default_qos);
            for (std::string const& name : one.allowed_qos)
                expect_qos(entry, site_, "allowed_qos", name);
            auto const index = static_cast<std::int32_t>(site_.associations.size());
            std::string const key = one.account + "\n" + one.user + "\n" + one.partition;
            if (!associations_.emplace(key, index).second) {
                entry.complain(
                    "account",
                    Code::duplicate_key,
                    one.is_user()
                        ? fmt::format("the user {} appears twice in {}", one.user, one.account)
                        : fmt::format("the account {} appears twice", one.account));
            }
            site_.associations.push_back(std::move(one));
        }
    }

    /// Sets the parent of an association, which must come before it.
    void place(Reader& entry, Association& one, std::optional<std::string> const& parent) {
        if (!one.is_user() && !parent) {
            if (!site_.associations.empty()) {
                entry.complain("account",
                               Code::missing_key,
                               fmt::format("the account {} has no parent", one.account));
            }
            return;
        }
        std::string const above = one.is_user() ? one.account : *parent;
        auto const found = associations_.find(above + "\n\n");
        if (found == associations_.end()) {
            entry
                .complain(one.is_user() ? "account" : "parent",
                          Code::unknown_name,
                          fmt::format("there is no account \"{}\" above this", above))
                .help = "list an account before its users and child accounts; the first is root";
            return;
        }
        one.parent = found->second;
    }

    void read_reservations() {
        for (auto& [name, reader] : root_.named_children("reservations")) {
            Reservation& one = site_.reservations.emplace_back();
            one.name = name;
            read_keys(reader, one, names_);
            reader.finish();
            expect_partition(reader, site_, one.partition);
            expect_licenses(reader, site_, one);
        }
    }

    void read_failures() {
        if (auto failures = root_.optional_child("failures")) {
            NodeFailures& all = site_.failures;
            read_keys(*failures, all, names_);
            failures->finish();
            if (all.any() && all.mttr == Seconds{}) {
                failures
                    ->complain("mttr", Code::missing_key, "nodes that fail need a time to repair")
                    .help = "such as `mttr: 12 h`";
            }
        }
        for (auto& [name, reader] : root_.named_children("outages")) {
            Outage& one = site_.outages.emplace_back();
            one.name = name;
            read_keys(reader, one, names_);
            reader.finish();
            expect_partition(reader, site_, one.partition);
        }
    }

    Reader root_;
    Site site_;
    KnownNames names_;
    std::unordered_map<std::string, std::int32_t> associations_;  ///< looked up only
};

}  // namespace

Result<Site> read_site(ConfigNode const& document) {
    Diagnostics problems;
    Site site = SiteReading(Reader(document, problems), {}).read();
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return site;
}

Site read_site_over(Site site, ConfigNode const& block, Diagnostics& problems) {
    return SiteReading(Reader(block, problems, Reader::Style::annotated), std::move(site))
        .read_over();
}

Result<Site> read_site_yaml(GivenDocument const& file) {
    auto document = read_yaml(file);
    if (!document) return failure(std::move(document.error()));
    return read_site(*document);
}

}  // namespace clustersim::slurm
