// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/enum_names.hpp"
#include "sim/core/quantity_text.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// The names of an enumeration, for reading, for messages and for schemas.
template <class Enum>
using NameTable = std::span<std::pair<std::string_view, Enum> const>;

struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool open_low = false;  ///< `low` itself is excluded

    static constexpr Range positive(double high = 1e300) { return {0.0, high, true}; }
    static constexpr Range at_least(double low, double high = 1e300) { return {low, high, false}; }
    static constexpr Range share() { return {0.0, 1.0, false}; }
};

/// A cursor over one mapping that converts it into typed values. Every error is recorded with its
/// place and reading continues with a fallback, so that one pass finds all errors; the owner of the
/// Diagnostics checks has_errors() before it uses the values.
///
/// Annotated documents (machines, applications) may write a scalar as `{value: 25 GB/s, source: D1,
/// confidence: docs, note: …}` and may put `source`, `confidence` and `note` on any mapping.
class Reader {
  public:
    enum class Style { plain, annotated };

    Reader(ConfigNode const& node, Diagnostics& diagnostics, Style style = Style::plain);

    [[nodiscard]] ConfigNode const& node() const { return *node_; }
    [[nodiscard]] Diagnostics& diagnostics() { return *diagnostics_; }
    [[nodiscard]] bool has(std::string_view key) const;
    /// The value's node, marked as read; null if absent.
    ConfigNode const* raw(std::string_view key);

    std::string text(std::string_view key);
    std::optional<std::string> optional_text(std::string_view key);
    bool flag(std::string_view key, bool fallback);
    double number(std::string_view key, Range range = {});
    std::optional<double> optional_number(std::string_view key, Range range = {});
    std::int64_t integer(std::string_view key, Range range = Range::at_least(0, 1e15));
    std::optional<std::int64_t> optional_integer(std::string_view key,
                                                 Range range = Range::at_least(0, 1e15));

    /// A value with a unit; negative amounts are never legal.
    template <class Q>
    Q quantity(std::string_view key, Range range = Range::positive()) {
        return Q::from_si(quantity_si(key, dimension_of<Q>(), range, true).value_or(1.0));
    }
    template <class Q>
    std::optional<Q> optional_quantity(std::string_view key, Range range = Range::positive()) {
        auto const si = quantity_si(key, dimension_of<Q>(), range, false);
        return si ? std::optional<Q>(Q::from_si(*si)) : std::nullopt;
    }

    template <class Enum>
    Enum one_of(std::string_view key, NameTable<Enum> names = enum_names<Enum>) {
        auto const found = optional_one_of(key, names);
        if (!found) require(key);
        return found.value_or(names.front().second);
    }
    template <class Enum>
    std::optional<Enum> optional_one_of(std::string_view key,
                                        NameTable<Enum> names = enum_names<Enum>) {
        std::vector<std::string> known;
        for (auto const& [name, value] : names) known.emplace_back(name);
        auto const at = choice(key, known);
        return at ? std::optional<Enum>(names[*at].second) : std::nullopt;
    }
    /// The position of the text in `known`; an unknown name is reported with the nearest known one.
    std::optional<std::size_t> choice(std::string_view key, std::span<std::string const> known);

    /// The readers of a list of mappings; empty if absent.
    std::vector<Reader> list(std::string_view key);
    std::vector<std::string> text_list(std::string_view key);
    std::vector<double> number_list(std::string_view key, Range range = {});
    std::vector<std::int64_t> integer_list(std::string_view key, Range range);
    /// A nested mapping: required, or none if absent.
    Reader child(std::string_view key);
    std::optional<Reader> optional_child(std::string_view key);
    /// The entries of a mapping from names to mappings, in file order; all keys count as read.
    std::vector<std::pair<std::string, Reader>> named_children(std::string_view key);

    /// Reports a missing key.
    void require(std::string_view key);
    /// The key `schema` has this value; says what to write where it is missing or another.
    void schema(std::string_view name);
    /// Keys that are known, but taken only by something else than what is read here ("a job with a `runtime`"): they are
    /// listed with the known ones, and given here they are reported with that reason.
    void elsewhere(std::initializer_list<std::string_view> keys, std::string_view where);
    /// Records a problem at a key's value, or at the mapping if the key is absent.
    Diagnostic& complain(std::string_view key, Code code, std::string message);
    /// Reports the keys that were not read, with the nearest known one. Call it last.
    void finish();

  private:
    ConfigNode const* scalar_at(std::string_view key);
    std::optional<double>
    quantity_si(std::string_view key, Dimension dimension, Range range, bool required);
    std::optional<double> number_of(ConfigNode const& node, std::string_view key, Range range);
    /// A whole number; one outside the range is reported, and the nearest within it returned.
    std::optional<std::int64_t> whole_of(ConfigNode const& node, std::string_view key, Range range);
    void each_number(std::string_view key, std::function<void(ConfigNode const&)> const& take);
    void check_range(ConfigNode const& node,
                     std::string_view key,
                     double value,
                     Range range,
                     std::string const& shown);
    void report(ConfigNode const& node,
                Code code,
                std::string message,
                std::string expected,
                std::string help = {});

    ConfigNode const* node_;
    Diagnostics* diagnostics_;
    Style style_;
    std::set<std::string, std::less<>> known_;
    std::map<std::string, std::string, std::less<>> elsewhere_;  ///< where a key is taken
};

}  // namespace clustersim
