// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_type_config.hpp"

#include "models/machine/optional_values.hpp"
#include "models/machine/storage_price.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <utility>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

/// Devices and ports of a node, with room for a rack of 72 that is one node to its users.
constexpr double most_devices = 128;

int count_up_to(Reader& reader, std::string_view key, double high) {
    return static_cast<int>(reader.integer(key, Range::at_least(1, high)));
}

void read_cpu(Reader cpu, NodeType& type) {
    type.cpu_model = cpu.text("model");
    type.sockets = count_up_to(cpu, "sockets", 64);
    type.cores = count_up_to(cpu, "cores", 4096);
    type.usable_cores = static_cast<int>(
        cpu.optional_integer("usable_cores", Range::at_least(1, 4096)).value_or(type.cores));
    type.clock = cpu.quantity<Frequency>("clock");
    type.flop_per_cycle = cpu.number("flop_per_cycle", Range{0.0, 1024.0, true});
    type.memory_bandwidth = cpu.quantity<Bandwidth>("memory_bandwidth");
    if (cpu.has("cores") && cpu.has("sockets") && type.cores % type.sockets != 0) {
        cpu.complain(
            "cores",
            Code::inconsistent,
            fmt::format(
                "{} cores do not divide evenly over {} sockets; \"cores\" counts the node's",
                type.cores,
                type.sockets));
    }
    if (cpu.has("usable_cores") &&
        (type.usable_cores > type.cores || type.usable_cores % type.sockets != 0)) {
        cpu.complain(
            "usable_cores",
            Code::inconsistent,
            fmt::format("{} usable cores are more than the node's {} or do not divide evenly over "
                        "its {} sockets",
                        type.usable_cores,
                        type.cores,
                        type.sockets));
    }
    cpu.finish();
}

void read_gpus(Reader gpus, NodeType& type) {
    type.accelerator = gpus.text("accelerator");
    // An accelerator may be a file; its name is that of the file.
    std::string const kind = std::filesystem::path(type.accelerator).filename().string();
    type.gres = gpus.optional_text("gres").value_or(kind.substr(0, kind.rfind(".yaml")));
    type.gpus = count_up_to(gpus, "count", most_devices);
    type.gpu_power_limit = gpus.optional_quantity<Watts>("power_limit");
    type.gpus_per_card = optional_count(gpus, "per_card", Range::at_least(1, 64)).value_or(1);
    if (type.gpus % type.gpus_per_card != 0) {
        gpus.complain("per_card",
                      Code::inconsistent,
                      fmt::format("{} devices do not divide into cards of {}",
                                  type.gpus,
                                  type.gpus_per_card));
    }
    gpus.finish();
}

void read_link(Reader link, NodeType& type) {
    NodeLink& to = type.link;
    to.kind = link.one_of<NodeLinkKind>("kind");
    to.per_device = link.quantity<Bandwidth>("per_device");
    to.per_pair = link.quantity<Bandwidth>("per_pair");
    to.latency = link.quantity<Duration>("latency");
    to.achievable = link.number("achievable", Range::positive(1.0));
    to.host = link.optional_quantity<Bandwidth>("host").value_or(Bandwidth{});
    for (auto const wires : link.integer_list("wires", Range::at_least(0, 64)))
        to.wires.push_back(static_cast<int>(wires));
    to.like = link.optional_text("like").value_or("");
    to.domain = optional_count(link, "domain", Range::at_least(2, 1024)).value_or(0);
    if (link.has("per_pair") && link.has("per_device") && to.per_pair > to.per_device) {
        link.complain("per_pair",
                      Code::inconsistent,
                      "one pair cannot have more bandwidth than the device in total");
    }
    link.finish();
}

void read_nic(Reader nic, NodeType& type) {
    Nic& to = type.nic;
    to.count = count_up_to(nic, "count", most_devices);
    to.bandwidth = nic.quantity<Bandwidth>("bandwidth");
    to.latency = nic.quantity<Duration>("latency");
    to.achievable = nic.number("achievable", Range::positive(1.0));
    for (auto const index : nic.integer_list("nic_of_gpu", Range::at_least(0, most_devices - 1)))
        to.nic_of_gpu.push_back(static_cast<int>(index));
    to.carrier = nic.optional_text("carrier").value_or("");
    nic.finish();
}

Range const rate = Range::positive(1e9);

std::optional<Frequency> optional_rate(Reader& reader, std::string_view key) {
    auto const value = reader.optional_number(key, rate);
    return value ? std::optional(Frequency::from_si(*value)) : std::nullopt;
}

void read_storage(Reader& reader, NodeType& type) {
    type.local_storage = reader.optional_quantity<Bytes>("local_storage").value_or(Bytes{});
    type.ram_disk = reader.optional_quantity<Bytes>("ram_disk");
    if (type.ram_disk && *type.ram_disk > type.memory) {
        reader.complain(
            "ram_disk", Code::inconsistent, "the RAM disk cannot be larger than the node's memory");
    }
    if (auto rates = reader.optional_child("ram_disk_rates")) {
        type.ram_disk_rates =
            MemoryRates{rates->quantity<Bandwidth>("read"), rates->quantity<Bandwidth>("write")};
        rates->finish();
    }
    auto disk = reader.optional_child("local_disk");
    if (!disk) return;
    type.local_disk = LocalDisk{disk->quantity<Bandwidth>("read"),
                                disk->quantity<Bandwidth>("write"),
                                Frequency::from_si(disk->number("creates_per_s", rate))};
    disk->finish();
    if (!reader.has("local_storage")) {
        reader.complain("local_disk",
                        Code::inconsistent,
                        "drives without a capacity; give it as `local_storage`");
    }
}

}  // namespace

NodeLink read_node_link(Reader reader) {
    NodeType type;
    read_link(std::move(reader), type);
    return type.link;
}

Nic read_nic(Reader reader) {
    NodeType type;
    read_nic(std::move(reader), type);
    return type.nic;
}

NodeType read_node_type(Reader& reader, std::string name) {
    NodeType type;
    type.name = std::move(name);
    type.nodes = count_up_to(reader, "nodes", 1e6);
    type.hosts = reader.optional_text("hosts").value_or("");
    type.part_of = reader.optional_text("part_of").value_or("");
    read_cpu(reader.child("cpu"), type);
    type.memory = reader.quantity<Bytes>("memory");
    type.usable_memory = reader.optional_quantity<Bytes>("usable_memory");
    if (type.usable_memory && *type.usable_memory > type.memory) {
        reader.complain(
            "usable_memory", Code::inconsistent, "the usable memory exceeds the installed memory");
    }
    if (auto gpus = reader.optional_child("gpus")) read_gpus(*gpus, type);
    if (auto link = reader.optional_child("link")) read_link(*link, type);
    read_nic(reader.child("nic"), type);
    reader.raw("collectives");  // merged over those of `link.like` once all classes are read
    type.fabric = reader.text("fabric");
    read_storage(reader, type);
    type.base_power = reader.quantity<Watts>("base_power");
    type.features = reader.text_list("features");
    reader.finish();
    return type;
}

FileSystem read_file_system(Reader& reader, std::string name) {
    FileSystem fs;
    fs.name = std::move(name);
    fs.kind = reader.text("kind");
    fs.capacity = reader.quantity<Bytes>("capacity");
    fs.read = reader.optional_quantity<Bandwidth>("read");
    fs.write = reader.optional_quantity<Bandwidth>("write");
    fs.per_node = reader.optional_quantity<Bandwidth>("per_node");
    fs.opens = optional_rate(reader, "opens_per_s");
    fs.creates = optional_rate(reader, "creates_per_s");
    fs.parts = optional_count(reader, "parts", Range::at_least(1, 1000)).value_or(1);
    fs.targets = optional_count(reader, "targets", Range::at_least(1, 1'000'000));
    fs.per_target = reader.optional_quantity<Bandwidth>("per_target");
    if (fs.per_target && !fs.targets)
        reader.complain("per_target", Code::inconsistent, "this file system has no `targets`")
            .help = "add `targets`, their number, or remove `per_target`";
    fs.random_reads = optional_rate(reader, "random_reads_per_s");
    fs.latency = reader.optional_quantity<Duration>("latency", Range::positive(10.0));
    fs.quota = reader.optional_quantity<Bytes>("quota");
    fs.files_quota = reader.optional_number("files_quota", rate);
    read_storage_price(reader);  // kept in the document: only projects ask for it
    reader.finish();
    return fs;
}

}  // namespace clustersim
