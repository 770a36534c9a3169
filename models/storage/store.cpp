// SPDX-License-Identifier: Apache-2.0
//
// Rates of a storage tier for the nodes of a job.
//
// Equation. A shared file system gives each of n nodes min(per_node, share x aggregate / n); files are
// opened at share x opens / n. Each node has its drives and its memory to itself.
// Source. Aggregates are the sites' figures; the limit of one client and the metadata rates are in the
// machines' files, mostly as estimates. A RAM disk holds half of the memory, as tmpfs does by default
// (Linux kernel documentation, tmpfs.rst), and copies at a quarter of the memory's bandwidth, because
// each page is read and written twice on the way.
// Domain. Large sequential requests and files opened once. No striping over few servers, no client
// caches, and other jobs use a constant share.
#include "models/storage/store.hpp"

#include "sim/core/ensure.hpp"
#include "sim/core/human.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

constexpr double tmpfs_share_of_memory = 0.5;
constexpr double copy_share_of_memory_bandwidth = 0.25;
/// Opening a file in memory costs a system call; a file system call in Linux takes some microseconds.
constexpr double memory_creates_per_second = 200'000.0;

Diagnostics unknown_rates(FileSystem const& fs) {
    Diagnostic d = problem(
        Code::missing_key,
        fmt::format("the machine's description does not give the rates of the file system \"{}\"",
                    fs.name));
    d.help = "add `read`, `write`, `per_node`, `opens_per_s` and `creates_per_s` to it";
    Diagnostics problems;
    problems.add(std::move(d));
    return problems;
}

Result<Store> shared_store(FileSystem const& fs) {
    if (!fs.read || !fs.write || !fs.per_node || !fs.opens || !fs.creates)
        return failure(unknown_rates(fs));
    double const part = 1.0 / fs.parts;
    return Store{fs.name,
                 StoreKind::shared,
                 fs.capacity * part,
                 *fs.read * part,
                 *fs.write * part,
                 *fs.per_node,
                 *fs.opens * part,
                 *fs.creates * part};
}

Store memory_store(NodeType const& type) {
    Store store;
    store.name = memory_name;
    store.kind = StoreKind::memory;
    store.capacity =
        type.ram_disk.value_or(type.usable_memory.value_or(type.memory) * tmpfs_share_of_memory);
    store.read = type.memory_bandwidth * copy_share_of_memory_bandwidth;
    store.write = store.read;
    store.creates = Frequency::from_si(memory_creates_per_second);
    return store;
}

Bandwidth of_node(Store const& store, Bandwidth aggregate, int nodes, double share) {
    CS_ENSURE(nodes >= 1 && share > 0.0 && share <= 1.0,
              "there are nodes, and the share is in (0, 1]");
    if (store.kind != StoreKind::shared) return aggregate;
    return std::min(store.per_node, aggregate * share / static_cast<double>(nodes));
}

}  // namespace

Result<Store> find_store(System const& system, NodeType const& type, std::string const& name) {
    if (name == memory_name) return memory_store(type);
    if (name == disk_name) {
        if (type.local_disk) {
            return Store{name,
                         StoreKind::disk,
                         type.local_storage,
                         type.local_disk->read,
                         type.local_disk->write,
                         {},
                         {},
                         type.local_disk->creates};
        }
        Diagnostic d = problem(Code::never_fits,
                               fmt::format("the nodes of type \"{}\" have no drives", type.name));
        d.help = fmt::format("stage to \"{}\", or read from a file system", memory_name);
        return failure(std::move(d));
    }
    std::vector<std::string> known{std::string(disk_name), std::string(memory_name)};
    for (FileSystem const& fs : system.file_systems) {
        if (fs.name == name) return shared_store(fs);
        known.push_back(fs.name);
    }
    Diagnostic d = problem(Code::unknown_name,
                           fmt::format("{} has no file system \"{}\"", system.title, name));
    d.help = did_you_mean(name, known);
    return failure(std::move(d));
}

std::string default_store(System const& system) {
    return system.file_systems.empty() ? std::string() : system.file_systems.front().name;
}

Bandwidth read_rate(Store const& store, int nodes, double share) {
    return of_node(store, store.read, nodes, share);
}

Bandwidth write_rate(Store const& store, int nodes, double share) {
    return of_node(store, store.write, nodes, share);
}

Frequency open_rate(Store const& store, int nodes, double share) {
    CS_ENSURE(nodes >= 1 && share > 0.0 && share <= 1.0,
              "there are nodes, and the share is in (0, 1]");
    if (store.kind != StoreKind::shared) return Frequency::from_si(memory_creates_per_second);
    return store.opens * share / static_cast<double>(nodes);
}

}  // namespace clustersim
