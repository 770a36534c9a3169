// SPDX-License-Identifier: Apache-2.0
#include "models/machine/communication_config.hpp"

#include "models/machine/provenance.hpp"
#include "sim/config/reader.hpp"
#include "sim/core/enum_names.hpp"

#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

CarriedProtocol read_carried(Reader reader) {
    CarriedProtocol read;
    read.offered = reader.flag("offered", true);
    read.hop = reader.optional_quantity<Duration>("hop").value_or(Duration{});
    read.rate = reader.optional_quantity<Bandwidth>("rate");
    read.rate_doubles = reader.optional_quantity<Bytes>("rate_doubles");
    if (read.rate_doubles && !read.rate) {
        reader.complain(
            "rate_doubles", Code::inconsistent, "there is no `rate` that could grow with messages");
    }
    reader.finish();
    return read;
}

MessageWindow read_window(Reader reader) {
    MessageWindow read{reader.quantity<Duration>("gap"),
                       reader.number("share", Range::positive(1.0))};
    reader.finish();
    return read;
}

Carrier read_carrier(Reader reader) {
    Carrier carrier;
    carrier.latency = reader.optional_quantity<Duration>("latency");
    if (auto rendezvous = reader.optional_child("rendezvous")) {
        carrier.eager = rendezvous->quantity<Bytes>("from");
        carrier.rendezvous = rendezvous->quantity<Duration>("time");
        rendezvous->finish();
    }
    for (auto const& [key, protocol] : enum_names<Protocol>)
        if (auto child = reader.optional_child(key))
            carrier.protocols[static_cast<std::size_t>(protocol)] = read_carried(*child);
    if (!carrier.of(Protocol::simple).offered)
        reader.complain("simple", Code::inconsistent, "every library has this protocol");
    if (auto window = reader.optional_child("in_node")) carrier.in_node = read_window(*window);
    if (auto window = reader.optional_child("between_nodes"))
        carrier.between_nodes = read_window(*window);
    reader.finish();
    return carrier;
}

Timing read_timing(Reader reader) {
    Timing timing;
    timing.exposed = reader.optional_quantity<Duration>("exposed").value_or(Duration{});
    timing.one_process = reader.flag("one_process", false);
    reader.finish();
    return timing;
}

}  // namespace

Result<CommunicationSoftware> read_communication_document(ConfigNode const& document) {
    Diagnostics diagnostics;
    Reader reader(document, diagnostics, Reader::Style::annotated);
    check_schema_name(reader, "clustersim/communication/1");
    reader.raw("sources");
    read_corrections(reader);
    CommunicationSoftware read;
    read.name = reader.text("name");
    read.title = reader.text("title");
    read.known_as = reader.text_list("known_as");
    if (auto carrier = reader.optional_child("carrier")) {
        read.carrier = read_carrier(*carrier);
        read.carrier->name = read.name;
    }
    if (auto timing = reader.optional_child("timing")) read.timing = read_timing(*timing);
    reader.finish();
    check_provenance(document, diagnostics);
    if (diagnostics.has_errors()) {
        diagnostics.sort_by_place();
        return failure(std::move(diagnostics));
    }
    return read;
}

}  // namespace clustersim
