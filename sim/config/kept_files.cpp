// SPDX-License-Identifier: Apache-2.0
#include "sim/config/kept_files.hpp"

#include <algorithm>
#include <chrono>
#include <sys/stat.h>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

void add_sources(ConfigNode const& node, std::set<SourceText const*>& sources) {
    sources.insert(node.source.get());
    for (ConfigNode const& item : node.items) add_sources(item, sources);
    for (ConfigNode::Entry const& entry : node.entries) add_sources(entry.value, sources);
}

}  // namespace

FileStamps::Stamp FileStamps::stamp_of(std::string const& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) != 0) return {};
    return {status.st_ino,
            status.st_size,
            status.st_mtim.tv_sec,
            status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec};
}

std::optional<FileStamps> FileStamps::of(std::set<std::string> const& files,
                                         fs::file_time_type begun) {
    auto const seconds = std::chrono::duration_cast<std::chrono::seconds>(
        fs::file_time_type::clock::to_sys(begun).time_since_epoch());
    constexpr std::int64_t step = 2;  // file systems count in steps of up to two seconds
    FileStamps stamps;
    for (std::string const& file : files) {
        Stamp const stamp = stamp_of(file);
        bool const is_older = std::max(stamp.written_s, stamp.changed_s) + step < seconds.count();
        if (stamp.number == 0 || !is_older) return std::nullopt;
        stamps.files_.emplace_back(file, stamp);
    }
    return stamps;
}

bool FileStamps::are_current() const {
    return std::ranges::all_of(
        files_, [](auto const& one) { return one.second == stamp_of(one.first); });
}

void add_files(ConfigNode const& document, std::set<std::string>& files) {
    std::set<SourceText const*> sources;
    add_sources(document, sources);
    for (SourceText const* source : sources)
        if (source != nullptr) files.insert(source->name);
}

}  // namespace clustersim
