// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/read/parameters/accounting_keys.hpp"
#include "sim/slurm/read/parameters/machine_keys.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The names that a site file may use; filled while the file is read.
struct KnownNames {
    TresTable tres;
    std::unordered_map<std::string, std::int32_t> nodes;  ///< looked up only
};

/// The unit of an amount in a file, and its range.
struct AmountRange {
    Dimension dimension = Dimension::time;
    double unit = 1.0;  ///< of one count, in SI
    std::int64_t least = 0;
    std::int64_t most = 1'000'000'000'000'000;
};
inline constexpr double mebibyte = 1024.0 * 1024.0;

/// A whole number of units, written in any unit of that dimension.
std::optional<std::int64_t>
read_amount(Reader& reader, std::string_view key, AmountRange const& range);
/// True if the value is the word "unlimited".
bool is_unlimited(Reader& reader, std::string_view key);
/// Indices of the nodes in a hostlist, ascending; an unknown name is reported.
void read_hosts(Reader& reader,
                std::string_view key,
                KnownNames const& names,
                std::vector<std::int32_t>& target);
void read_release(Reader& reader, std::string_view key, Release& target);
void read_limits(Reader& reader, std::string_view key, KnownNames const& names, TresLimits& target);
void read_weights(Reader& reader,
                  std::string_view key,
                  KnownNames const& names,
                  TresWeights& target);
void read_counts(Reader& reader,
                 std::string_view key,
                 std::vector<std::pair<std::string, std::int64_t>>& target);
void read_signed_list(Reader& reader, std::string_view key, std::vector<std::int32_t>& target);

/// Reads the members of a structure from a mapping; an absent member keeps its default.
template <class T>
class KeyReader {
  public:
    KeyReader(Reader& reader, T& target, KnownNames const& names)
        : reader_(&reader), target_(&target), names_(&names) {}

    template <class M>
    void operator()(KeyName const& name, M T::*member) {
        take(name.key, target_->*member);
    }
    template <class M>
    void seconds(KeyName const& name, M T::*member) {
        take_time(name.key, 1.0, target_->*member);
    }
    template <class M>
    void minutes(KeyName const& name, M T::*member) {
        take_time(name.key, 60.0, target_->*member);
    }
    /// For members in which -1 means no limit, or never.
    template <class M>
    void seconds_or_unlimited(KeyName const& name, M T::*member) {
        take_limit(name.key, 1.0, target_->*member);
    }
    template <class M>
    void minutes_or_unlimited(KeyName const& name, M T::*member) {
        take_limit(name.key, 60.0, target_->*member);
    }
    template <class M>
    void mebibytes(KeyName const& name, M T::*member) {
        take_amount(name.key, {.dimension = Dimension::data, .unit = mebibyte}, target_->*member);
    }
    void nodes(KeyName const& name, std::vector<std::int32_t> T::*member) {
        if (reader_->has(name.key)) (target_->*member).clear();
        read_hosts(*reader_, name.key, *names_, target_->*member);
    }
    void signed_list(KeyName const& name, std::vector<std::int32_t> T::*member) {
        read_signed_list(*reader_, name.key, target_->*member);
    }

  private:
    template <class M>
    void take_time(std::string_view key, double unit, M& target) {
        if constexpr (std::is_same_v<M, std::optional<std::int64_t>>) {
            if (is_unlimited(*reader_, key)) {
                target.reset();
                return;
            }
        }
        take_amount(key, {.unit = unit}, target);
    }
    template <class M>
    void take_limit(std::string_view key, double unit, M& target) {
        if (is_unlimited(*reader_, key))
            target = -1;
        else
            take_amount(key, {.unit = unit}, target);
    }
    template <class M>
    void take_amount(std::string_view key, AmountRange const& range, M& target) {
        auto const count = read_amount(*reader_, key, range);
        if (!count) return;
        if constexpr (std::is_same_v<M, Seconds> || std::is_same_v<M, std::optional<Seconds>>)
            target = Seconds{*count};
        else if constexpr (std::is_same_v<M, Instant>)
            target = Instant{*count};
        else
            target = *count;
    }

    template <class M>
    void assign(std::optional<M> value, M& target) {
        if (value) target = std::move(*value);
    }
    void take(std::string_view key, bool& target) { target = reader_->flag(key, target); }
    void take(std::string_view key, std::int64_t& target) {
        assign(reader_->optional_integer(key), target);
    }
    void take(std::string_view key, std::int32_t& target) {
        std::int64_t wide = target;
        constexpr auto most = std::numeric_limits<std::int32_t>::max();
        assign(reader_->optional_integer(key, Range::at_least(0, most)), wide);
        target = static_cast<std::int32_t>(wide);
    }
    void take(std::string_view key, double& target) {
        assign(reader_->optional_number(key, Range::at_least(0)), target);
    }
    void take(std::string_view key, std::string& target) {
        assign(reader_->optional_text(key), target);
    }
    void take(std::string_view key, Release& target) { read_release(*reader_, key, target); }
    void take(std::string_view key, TresLimits& target) {
        read_limits(*reader_, key, *names_, target);
    }
    void take(std::string_view key, TresWeights& target) {
        read_weights(*reader_, key, *names_, target);
    }
    void take(std::string_view key, std::vector<std::pair<std::string, std::int64_t>>& target) {
        read_counts(*reader_, key, target);
    }
    void take(std::string_view key, std::vector<std::string>& target) {
        auto list = reader_->text_list(key);
        if (reader_->has(key)) target = std::move(list);
    }
    template <class M>
    void take(std::string_view key, std::optional<M>& target) {
        if (reader_->has(key)) {
            M value{};
            take(key, value);
            target = value;
        } else {
            M unused{};
            take(key, unused);  // so that the key counts as known
        }
    }
    template <class M>
    void take(std::string_view key, std::vector<M>& target) {
        for (Reader& item : reader_->list(key)) {
            KeyReader<M> keys(item, target.emplace_back(), *names_);
            KeysOf<M>::each(keys);
            item.finish();
        }
    }
    template <class M>
    void take(std::string_view key, M& target) {
        if constexpr (std::is_enum_v<M>) {
            assign(reader_->optional_one_of<M>(key), target);
        } else if (auto child = reader_->optional_child(key)) {
            KeyReader<M> keys(*child, target, *names_);
            KeysOf<M>::each(keys);
            child->finish();
        }
    }

    Reader* reader_;
    T* target_;
    KnownNames const* names_;
};

/// Reads a whole structure; the caller reads keys that are not members, and then finishes the
/// reader.
template <class T>
void read_keys(Reader& reader, T& target, KnownNames const& names) {
    KeyReader<T> keys(reader, target, names);
    KeysOf<T>::each(keys);
}

}  // namespace clustersim::slurm
