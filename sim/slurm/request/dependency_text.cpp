// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/dependency_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace clustersim::slurm {
namespace {

constexpr std::array<std::pair<DependencyType, std::string_view>, 7> names{{
    {DependencyType::after, "after"},
    {DependencyType::afterany, "afterany"},
    {DependencyType::afterok, "afterok"},
    {DependencyType::afternotok, "afternotok"},
    {DependencyType::aftercorr, "aftercorr"},
    {DependencyType::afterburstbuffer, "afterburstbuffer"},
    {DependencyType::singleton, "singleton"},
}};

std::optional<DependencyType> type_of(std::string_view name) {
    std::string const wanted = lower(name);
    for (auto const& [type, text] : names)
        if (wanted == text) return type;
    return std::nullopt;
}

/// "12", "12_3", "12_*" or, for `after`, "12+5".
std::optional<Dependency> parse_target(DependencyType type, std::string_view text) {
    Dependency one;
    one.type = type;
    auto const job = take_digits(text);
    if (!job || *job == 0) return std::nullopt;
    one.job_id = *job;
    if (take(text, '_') && !take(text, '*')) {
        one.task = take_digits(text);
        if (!one.task) return std::nullopt;
    }
    if (type == DependencyType::after && take(text, '+')) {
        auto const minutes = take_digits(text);
        if (!minutes) return std::nullopt;
        one.minutes = *minutes;
    }
    if (!text.empty()) return std::nullopt;
    return one;
}

/// Adds "type:id:id…", "singleton" or a bare id to the list; false if it is none of them.
bool parse_group(std::string_view text, std::vector<Dependency>& out) {
    auto parts = split(text, ":");
    auto const type = type_of(parts.front());
    if (type == DependencyType::singleton) {
        out.emplace_back().type = *type;
        return parts.size() == 1;
    }
    if (type)
        parts.erase(parts.begin());
    else if (parts.size() > 1)
        return false;
    for (std::string_view const part : parts) {
        auto const one = parse_target(type.value_or(DependencyType::afterany), part);
        if (!one) return false;
        out.push_back(*one);
    }
    return !parts.empty();
}

}  // namespace

tl::expected<DependencyList, std::string> parse_dependency(std::string_view text) {
    tl::unexpected<std::string> const invalid(std::string("Job dependency problem"));
    DependencyList list;
    text = trimmed(text);
    if (text.empty() || text == "0") return list;
    bool const all = text.find(',') != std::string_view::npos;
    list.any_is_enough = text.find('?') != std::string_view::npos;
    if (all && list.any_is_enough) return invalid;
    for (std::string_view const group : split(text, ",?"))
        if (!parse_group(group, list.all)) return invalid;
    return list;
}

DependencyRequest read_dependency(std::string text) {
    DependencyRequest request;
    if (auto list = parse_dependency(text))
        request.list = std::move(*list);
    else
        request.malformed = true;
    request.text = std::move(text);
    return request;
}

std::string dependency_text(DependencyList const& list) {
    std::string out;
    for (Dependency const& one : list.all) {
        if (!out.empty()) out += list.any_is_enough ? '?' : ',';
        out += names[static_cast<std::size_t>(one.type)].second;
        if (one.type == DependencyType::singleton) continue;
        out += fmt::format(":{}", one.job_id);
        if (one.task) out += fmt::format("_{}", *one.task);
        if (one.minutes > 0) out += fmt::format("+{}", one.minutes);
    }
    return out;
}

}  // namespace clustersim::slurm
