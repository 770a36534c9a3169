// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/enum_names.hpp"
#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/parameters/keys_of.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace clustersim::slurm {

/// A list of names; the single word ALL means an empty list.
inline std::vector<std::string> names_or_all(ConfPair const& pair) {
    auto list = split_list(pair.value);
    if (list.size() == 1 && same_word(list.front(), "ALL")) list.clear();
    return list;
}

/// Sets the member whose row of KeysOf<T> has the name of a pair in slurm.conf, if slurm.conf writes
/// its value plainly: numbers, times, sizes, words and lists of names.
template <class T>
class PairReader {
  public:
    PairReader(T& target, ConfPair const& pair, ConfReading& reading)
        : target_(&target), pair_(&pair), reading_(&reading) {}

    [[nodiscard]] bool found() const { return found_; }

    template <class M>
    void operator()(KeyName const& name, M T::*member) {
        if (is(name)) found_ = take(target_->*member);
    }
    void seconds(KeyName const& name, std::int64_t T::*member) { (*this)(name, member); }
    void seconds(KeyName const& /*name*/, auto /*member*/) {}
    void minutes(KeyName const& name, std::optional<std::int64_t> T::*member) {
        if (is(name)) found_ = take_minutes(target_->*member, true);
    }
    void minutes_or_unlimited(KeyName const& name, std::optional<std::int64_t> T::*member) {
        if (is(name)) found_ = take_minutes(target_->*member, false);
    }
    void seconds_or_unlimited(KeyName const& /*name*/, auto /*member*/) {}
    void mebibytes(KeyName const& name, std::optional<std::int64_t> T::*member) {
        if (!is(name)) return;
        reading_->memory(*pair_, target_->*member);
        found_ = true;
    }
    void mebibytes(KeyName const& name, std::int64_t T::*member) {
        if (!is(name)) return;
        reading_->integer(*pair_, target_->*member, 0, ConfReading::max_memory);
        found_ = true;
    }
    void nodes(KeyName const& /*name*/, auto /*member*/) {}
    void signed_list(KeyName const& /*name*/, auto /*member*/) {}

  private:
    [[nodiscard]] bool is(KeyName const& name) const {
        return !name.conf.empty() && same_word(name.conf, pair_->key);
    }
    bool take_minutes(std::optional<std::int64_t>& target, bool unlimited_is_none) {
        std::int64_t value = unlimited_is_none ? -1 : 0;
        reading_->minutes(*pair_, value);
        target.reset();
        if (!unlimited_is_none || value != -1) target = value;
        return true;
    }
    bool take(bool& target) {
        reading_->boolean(*pair_, target);
        return true;
    }
    bool take(std::int32_t& target) {
        reading_->integer(*pair_, target);
        return true;
    }
    bool take(std::int64_t& target) {
        reading_->integer(*pair_, target);
        return true;
    }
    bool take(std::optional<std::int32_t>& target) {
        reading_->limit(*pair_, target);
        return true;
    }
    bool take(std::string& target) {
        target = pair_->value;
        return true;
    }
    bool take(std::vector<std::string>& target) {
        target = names_or_all(*pair_);
        return true;
    }
    template <class M>
    bool take(M& target) {
        if constexpr (std::is_enum_v<M>) {
            reading_->one_of<M>(*pair_, enum_names<M>, target);
            return true;
        }
        return false;
    }

    T* target_;
    ConfPair const* pair_;
    ConfReading* reading_;
    bool found_ = false;
};

/// For ConfKeys::plain: reads the members of a part of the draft that have a row in KeysOf<Part>.
template <auto Part>
struct PlainKeys {
    template <class Draft>
    static bool read(Draft& draft, ConfPair const& pair, ConfReading& reading) {
        using T = std::remove_reference_t<decltype(draft.*Part)>;
        PairReader<T> reader(draft.*Part, pair, reading);
        KeysOf<T>::each(reader);
        return reader.found();
    }
    template <class Draft>
    static void names(std::vector<std::string>& names) {
        using T = std::remove_reference_t<decltype(std::declval<Draft&>().*Part)>;
        each_key_name<T>([&](KeyName const& name) {
            if (!name.conf.empty()) names.emplace_back(name.conf);
        });
    }
};

}  // namespace clustersim::slurm
