// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// What changes when one of some files is written or replaced.
class FileStamps {
  public:
    /// Nothing if a file may have been written since that moment, so that what was read from it may be out of date.
    static std::optional<FileStamps> of(std::set<std::string> const& files,
                                        std::filesystem::file_time_type begun);
    /// Whether no file has changed.
    [[nodiscard]] bool are_current() const;

  private:
    struct Stamp {
        std::uint64_t number = 0;  ///< of the inode
        std::int64_t size = 0;
        std::int64_t written_s = 0;
        std::int64_t written_ns = 0;
        std::int64_t changed_s = 0;
        std::int64_t changed_ns = 0;
        bool operator==(Stamp const&) const = default;
    };
    static Stamp stamp_of(std::string const& file);

    std::vector<std::pair<std::string, Stamp>> files_;
};

/// Adds the files that a document was read from, with the parents that it extends.
void add_files(ConfigNode const& document, std::set<std::string>& files);

/// What earlier questions of the process read from files, each until one of its files changes. There is a bound, because
/// users have any number of files; what was asked for last is kept. Several threads may use it.
template <class Value>
class KeptFiles {
  public:
    KeptFiles() = default;
    explicit KeptFiles(std::size_t most) : most_(most) {}

    /// The value of this file; null if it was not read before, or if a file that it was read from has changed.
    [[nodiscard]] std::shared_ptr<Value const> of(std::filesystem::path const& file) const {
        std::shared_ptr<Kept const> const kept = find(file.string());
        return kept && kept->stamps.are_current() ? kept->value : nullptr;
    }

    /// Keeps what was read from these files since `begun`, unless it may be out of date already.
    void keep(std::filesystem::path const& file,
              std::shared_ptr<Value const> value,
              std::set<std::string> files,
              std::filesystem::file_time_type begun) {
        if (file.is_relative()) return;
        files.insert(file.string());  // may give nothing but its parent
        auto stamps = FileStamps::of(files, begun);
        if (!stamps) return;
        auto kept = std::make_shared<Kept const>(Kept{std::move(value), std::move(*stamps)});
        std::lock_guard const lock(mutex_);
        values_[file.string()] = {std::move(kept), ++uses_};
        if (values_.size() > most_)
            values_.erase(std::ranges::min_element(
                values_, {}, [](auto const& one) { return one.second.last_use; }));
    }

  private:
    struct Kept {
        std::shared_ptr<Value const> value;
        FileStamps stamps;
    };

    struct Used {
        std::shared_ptr<Kept const> kept;
        std::uint64_t last_use = 0;
    };

    std::shared_ptr<Kept const> find(std::string const& file) const {
        std::lock_guard const lock(mutex_);
        auto const found = values_.find(file);
        if (found == values_.end()) return nullptr;
        found->second.last_use = ++uses_;
        return found->second.kept;
    }

    std::size_t most_ = 100;
    mutable std::mutex mutex_;
    mutable std::uint64_t uses_ = 0;
    mutable std::map<std::string, Used> values_;
};

using KeptDocuments = KeptFiles<ConfigNode>;

}  // namespace clustersim
