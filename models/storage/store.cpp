// SPDX-License-Identifier: Apache-2.0
//
// Rates of a storage tier for the nodes of a job.
//
// Equation. A shared file system gives each of n nodes min(per_node, share x aggregate / n); files
// are opened at share x opens / n. Each node has its drives and its memory to itself. Of T targets,
// f files with s stripes each use min(1, f s / T), and get this share of the bandwidth and of the
// reads at random places; one node gets at most `per_target` from each of them. Such a read takes `latency`; opening a file takes an answer of the
// metadata server in addition.
// Source. Aggregates are the sites' figures; the limit of one client and the metadata rates are in the
// machines' files, mostly as estimates. A RAM disk holds half of the memory, as tmpfs does by default
// (Linux kernel documentation, tmpfs.rst), and copies at a quarter of the memory's bandwidth, because
// each page is read and written twice on the way; nodes with `ram_disk_rates` have those measured on them, which may
// be much lower (LUMI-G: 7.8 GB/s reading where a quarter of the bandwidth is 51 GB/s). One thread of mdtest got 2,000 answers a second from the metadata
// server of a Lustre file system (Dell HPC Lustre Storage with Intel Omni-Path, white paper, file metadata operations),
// so an answer takes 0.5 ms. Reads from NAND flash take about 0.1 ms, and as much again over the network.
// Domain. Files opened once; targets of equal load. No client caches, no read-ahead beyond a read, and other jobs use a
// constant share.
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
constexpr double metadata_answer_s = 0.5e-3;
constexpr double flash_read_s = 0.1e-3;
constexpr double remote_read_s = 0.2e-3;  ///< unless the machine's description says more
/// A drive on flash reads blocks of this size at random places as fast as in sequence: an estimate.
constexpr double full_speed_read_B = 16384.0;

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
                 *fs.creates * part,
                 fs.latency.value_or(seconds(remote_read_s)),
                 fs.random_reads ? std::optional(*fs.random_reads * part) : std::nullopt,
                 fs.per_target,
                 fs.targets,
                 fs.quota,
                 fs.files_quota};
}

Store memory_store(NodeType const& type) {
    Store store;
    store.name = memory_name;
    store.kind = StoreKind::memory;
    store.capacity =
        type.ram_disk.value_or(type.usable_memory.value_or(type.memory) * tmpfs_share_of_memory);
    store.read = type.memory_bandwidth * copy_share_of_memory_bandwidth;
    store.write = store.read;
    if (type.ram_disk_rates) {
        store.read = type.ram_disk_rates->read;
        store.write = type.ram_disk_rates->write;
    }
    store.creates = Frequency::from_si(memory_creates_per_second);
    return store;
}

Bandwidth of_node(Store const& store, Bandwidth aggregate, int nodes, double share, double used) {
    CS_ENSURE(nodes >= 1 && share > 0.0 && share <= 1.0 && used > 0.0 && used <= 1.0,
              "there are nodes, and the shares are in (0, 1]");
    if (store.kind != StoreKind::shared) return aggregate;
    Bandwidth const of_all = aggregate * (share * used) / static_cast<double>(nodes);
    Bandwidth const rate = std::min(store.per_node, of_all);
    if (!store.per_target || !store.targets) return rate;
    return std::min(rate, *store.per_target * (used * *store.targets));
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
                         type.local_disk->creates,
                         seconds(flash_read_s),
                         Frequency::from_si(type.local_disk->read.si() / full_speed_read_B),
                         {},
                         {},
                         {},
                         {}};
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

Bandwidth read_rate(Store const& store, int nodes, double share, double used) {
    return of_node(store, store.read, nodes, share, used);
}

Bandwidth write_rate(Store const& store, int nodes, double share, double used) {
    return of_node(store, store.write, nodes, share, used);
}

Frequency open_rate(Store const& store, int nodes, double share) {
    CS_ENSURE(nodes >= 1 && share > 0.0 && share <= 1.0,
              "there are nodes, and the share is in (0, 1]");
    if (store.kind != StoreKind::shared) return Frequency::from_si(memory_creates_per_second);
    return store.opens * share / static_cast<double>(nodes);
}

std::optional<Frequency> random_read_rate(Store const& store, int nodes, double share) {
    if (!store.random_reads || store.kind != StoreKind::shared) return store.random_reads;
    return *store.random_reads * share / static_cast<double>(nodes);
}

Duration open_latency(Store const& store) {
    return seconds(store.kind == StoreKind::shared ? metadata_answer_s : 0.0);
}

double share_of_targets(Store const& store, double files, double stripes) {
    if (!store.targets) return 1.0;
    return std::min(1.0, files * std::min(stripes, 1.0 * *store.targets) / *store.targets);
}

}  // namespace clustersim
