// SPDX-License-Identifier: Apache-2.0
#include "models/machine/kept_machines.hpp"

#include "models/machine/loaded_system.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <sys/stat.h>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// What changes when a file is written or replaced; zeros if there is none.
struct Stamp {
    ino_t number = 0;
    off_t size = 0;
    timespec written{};
    timespec changed{};
};

bool is_same(timespec const& a, timespec const& b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool is_same(Stamp const& a, Stamp const& b) {
    return a.number == b.number && a.size == b.size && is_same(a.written, b.written) &&
           is_same(a.changed, b.changed);
}

Stamp stamp_of(std::string const& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return {};
    return {status.st_ino, status.st_size, status.st_mtim, status.st_ctim};
}

/// Whether the file has surely not been written since that moment. File systems count in steps of up to two seconds.
bool is_older(Stamp const& stamp, fs::file_time_type moment) {
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(
        fs::file_time_type::clock::to_sys(moment).time_since_epoch());
    constexpr time_t step = 2;
    return stamp.number != 0 &&
           std::max(stamp.written.tv_sec, stamp.changed.tv_sec) + step < seconds.count();
}

void add_sources(ConfigNode const& node, std::set<SourceText const*>& sources) {
    sources.insert(node.source.get());
    for (ConfigNode const& item : node.items) add_sources(item, sources);
    for (ConfigNode::Entry const& entry : node.entries) add_sources(entry.value, sources);
}

/// The files that a machine was read from, with the parents that they extend.
std::set<std::string> files_of(LoadedSystem const& loaded) {
    std::set<SourceText const*> sources;
    add_sources(loaded.document, sources);
    for (auto const* documents : {&loaded.accelerators, &loaded.links, &loaded.communication})
        for (auto const& [name, document] : *documents) add_sources(document, sources);
    std::set<std::string> files;
    for (SourceText const* source : sources)
        if (source != nullptr) files.insert(source->name);
    return files;
}

/// Files of Slurm have no place in the documents of a machine.
bool names_slurm_files(LoadedSystem const& loaded) {
    ConfigNode const* slurm = loaded.document.find("slurm");
    return slurm != nullptr && slurm->kind != ConfigNode::Kind::mapping;
}

}  // namespace

struct KeptMachines::Kept {
    std::shared_ptr<LoadedSystem const> loaded;
    std::vector<std::pair<std::string, Stamp>> files;
};

KeptMachines::KeptMachines() = default;
KeptMachines::~KeptMachines() = default;

std::shared_ptr<LoadedSystem const> KeptMachines::of(fs::path const& file) const {
    std::shared_ptr<Kept const> kept;
    {
        std::lock_guard const lock(mutex_);
        auto const found = machines_.find(file.string());
        if (found != machines_.end()) kept = found->second;
    }
    if (!kept) return nullptr;
    bool const same = std::ranges::all_of(
        kept->files, [](auto const& one) { return is_same(one.second, stamp_of(one.first)); });
    return same ? kept->loaded : nullptr;
}

void KeptMachines::keep(fs::path const& file,
                        std::shared_ptr<LoadedSystem const> loaded,
                        fs::file_time_type begun) {
    if (file.is_relative() || names_slurm_files(*loaded)) return;
    auto const kept = std::make_shared<Kept>();
    std::set<std::string> files = files_of(*loaded);
    files.insert(file.string());  // may give nothing but its parent
    for (std::string const& each : files) {
        Stamp const stamp = stamp_of(each);
        if (!is_older(stamp, begun)) return;
        kept->files.emplace_back(each, stamp);
    }
    kept->loaded = std::move(loaded);
    std::lock_guard const lock(mutex_);
    machines_[file.string()] = kept;
}

}  // namespace clustersim
