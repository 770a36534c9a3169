// SPDX-License-Identifier: Apache-2.0
#include "models/machine/link_class.hpp"

#include "models/machine/known_as.hpp"
#include "models/machine/node_type_config.hpp"
#include "models/machine/provenance.hpp"
#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

template <class T>
void overwrite(T& value, std::optional<T> const& given) {
    if (given) value = *given;
}

void read_protocol(Reader reader, ProtocolTuning& protocol) {
    Range const times = Range::at_least(0.0, 1000.0);
    overwrite(protocol.start, reader.optional_quantity<Duration>("start"));
    overwrite(protocol.ring_step, reader.optional_number("ring_step", times));
    overwrite(protocol.tree_step, reader.optional_number("tree_step", times));
    overwrite(protocol.ring_hop, reader.optional_number("ring_hop", times));
    overwrite(protocol.tree_hop, reader.optional_number("tree_hop", times));
    overwrite(protocol.link_share, reader.optional_number("link_share", Range::positive(1.0)));
    overwrite(protocol.nic_share, reader.optional_number("nic_share", Range::positive(1.0)));
    protocol.between_nodes = reader.flag("between_nodes", protocol.between_nodes);
    reader.finish();
}

Staging read_staging(Reader reader) {
    Staging staging;
    staging.pair = reader.quantity<Bandwidth>("pair");
    staging.falls = reader.number("falls", Range::at_least(0.0, 10.0));
    reader.finish();
    return staging;
}

void read_in_node(Reader reader, std::optional<InNodeTuning>& tuning) {
    InNodeTuning read;
    read.start = reader.quantity<Duration>("start");
    read.step = reader.quantity<Duration>("step");
    read.fill = reader.quantity<Duration>("fill");
    overwrite(read.ramp, reader.optional_quantity<Duration>("ramp"));
    Range const share = Range::positive(1.0);
    overwrite(read.low_latency_share, reader.optional_number("low_latency_share", share));
    overwrite(read.low_latency_128_share, reader.optional_number("low_latency_128_share", share));
    if (auto staging = reader.optional_child("staging")) read.staging = read_staging(*staging);
    reader.finish();
    tuning = read;
}

LinkClassResiduals read_residuals(Reader reader) {
    LinkClassResiduals residuals;
    Range const error = Range::at_least(0.0, 100.0);
    residuals.data = reader.text("data");
    residuals.rows = static_cast<int>(reader.integer("rows", Range::at_least(1, 1e6)));
    residuals.median = reader.number("median", error);
    residuals.mean = reader.number("mean", error);
    residuals.worst = reader.number("worst", error);
    reader.finish();
    return residuals;
}

}  // namespace

NodeType LinkClass::node() const {
    NodeType type;
    type.name = name;
    type.gpus = devices;
    type.link = link;
    type.nic = nic;
    type.collectives = collectives;
    type.carrier = carrier;
    return type;
}

void read_collective_tuning(Reader reader, CollectiveTuning& tuning) {
    for (auto const& [key, protocol] : enum_names<Protocol>)
        if (auto child = reader.optional_child(key)) read_protocol(*child, tuning.of(protocol));
    if (auto ramp = reader.optional_child("ramp")) {
        tuning.ramp = ramp->quantity<Duration>("extra");
        overwrite(tuning.ramp_half, ramp->optional_quantity<Bytes>("half"));
        ramp->finish();
    }
    overwrite(tuning.tree_overlap, reader.optional_number("tree_overlap", Range::share()));
    if (auto const send = reader.optional_number("send_share", Range::positive(1.0)))
        tuning.send_share = send;
    tuning.balanced_trees = reader.flag("balanced_trees", tuning.balanced_trees);
    overwrite(tuning.launch, reader.optional_quantity<Duration>("launch"));
    if (auto in_switch = reader.optional_child("in_switch")) {
        InSwitchTuning read;
        read.start = in_switch->quantity<Duration>("start");
        read.share = in_switch->number("share", Range::positive(1.0));
        in_switch->finish();
        tuning.in_switch = read;
    }
    if (auto in_node = reader.optional_child("in_node")) read_in_node(*in_node, tuning.in_node);
    reader.finish();
}

Result<LinkClass> read_link_class_document(ConfigNode const& document) {
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/link/1");
    reader.raw("sources");
    read_corrections(reader);
    LinkClass read;
    read.name = reader.text("name");
    read.title = reader.text("title");
    read.known_as = reader.text_list("known_as");
    read.devices = static_cast<int>(reader.integer("devices", Range::at_least(1, 128)));
    read.link = read_node_link(reader.child("link"));
    auto const devices = static_cast<std::size_t>(read.devices);
    if (!read.link.wires.empty() && read.link.wires.size() != devices * devices) {
        reader.complain("link",
                        Code::inconsistent,
                        fmt::format("`wires` has {} entries; {} devices need {}",
                                    read.link.wires.size(),
                                    devices,
                                    devices * devices));
    }
    read.nic = read_nic(reader.child("nic"));
    if (!read.nic.carrier.empty()) {
        reader.complain("nic",
                        Code::inconsistent,
                        "`carrier` belongs to the ports of a machine, not to a class of links");
    }
    if (auto collectives = reader.optional_child("collectives"))
        read_collective_tuning(*collectives, read.collectives);
    if (auto residuals = reader.optional_child("residuals"))
        read.residuals = read_residuals(*residuals);
    reader.finish();
    check_provenance(document, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return read;
}

LinkClass const* find_link_class(std::vector<LinkClass> const& classes, std::string_view text) {
    LinkClass const* best = nullptr;
    std::size_t longest = 0;
    for (LinkClass const& candidate : classes) {
        std::size_t const length = longest_match(candidate.known_as, text);
        if (length <= longest) continue;
        best = &candidate;
        longest = length;
    }
    return best;
}

}  // namespace clustersim
