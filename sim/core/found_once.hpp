// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace clustersim {

/// Values that are expensive to find, by a text that determines them; those that were asked for last are kept. Several
/// threads may use it: who asks for a value that another one is finding waits for it.
template <class Value>
class FoundOnce {
  public:
    explicit FoundOnce(std::size_t most) : most_(most) {}

    /// What `find` gives, which is called if the value is not there; null if it gives nothing, which is not kept.
    std::shared_ptr<Value const> get(std::string const& key,
                                     std::function<std::optional<Value>()> const& find) {
        std::shared_ptr<Entry> const entry = entry_of(key);
        std::lock_guard const finding(entry->finding);
        if (entry->value == nullptr) {
            if (auto found = find())
                entry->value = std::make_shared<Value const>(std::move(*found));
        }
        return entry->value;
    }
    [[nodiscard]] std::size_t most() const { return most_; }
    [[nodiscard]] std::size_t size() const {
        std::lock_guard const lock(mutex_);
        return entries_.size();
    }

  private:
    struct Entry {
        std::mutex finding;
        std::shared_ptr<Value const> value;
    };
    using Entries = std::list<std::pair<std::string, std::shared_ptr<Entry>>>;

    std::shared_ptr<Entry> entry_of(std::string const& key) {
        std::lock_guard const lock(mutex_);
        if (auto const known = place_.find(key); known != place_.end()) {
            entries_.splice(entries_.begin(), entries_, known->second);
            return known->second->second;
        }
        auto const entry = std::make_shared<Entry>();
        entries_.emplace_front(key, entry);
        place_.emplace(key, entries_.begin());
        if (entries_.size() > most_) {
            place_.erase(entries_.back().first);
            entries_.pop_back();
        }
        return entry;
    }

    std::size_t most_;
    mutable std::mutex mutex_;
    Entries entries_;  ///< the one that was asked for last comes first
    std::map<std::string, typename Entries::iterator> place_;
};

}  // namespace clustersim
