// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/gres_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

namespace clustersim::slurm {
namespace {

tl::unexpected<std::string> invalid_gres() {
    return tl::unexpected<std::string>(
        std::string("Invalid generic resource (gres) specification"));
}

/// "2" or "2K": a count may have a binary suffix.
std::optional<std::int64_t> parse_count(std::string_view text) {
    auto const value = take_digits(text);
    if (!value || *value > INT32_MAX || text.size() > 1) return std::nullopt;
    if (text.empty()) return value;
    switch (lower(text.front())) {
        case 'k': return *value * 1024;
        case 'm': return *value * 1024 * 1024;
        default: return std::nullopt;
    }
}

/// True for a name or a type: no signed number, no assignment.
bool is_name(std::string_view text) {
    return !text.empty() && text.front() != '-' && text.find_first_of("=* ") == std::string::npos;
}

/// Adds `[type:][count]`, the text after the name; false if it has another form.
bool add(std::vector<GresRequest>& out,
         GresRequest request,
         std::vector<std::string_view> const& parts) {
    if (parts.size() > 2) return false;
    for (std::string_view const part : parts)
        if (part.empty()) return false;
    if (!parts.empty()) {
        auto const count = parse_count(parts.back());
        if (!count && parts.size() == 2) return false;
        // "gpu:a100" means one of that type; "1g.5gb" begins with a digit but is not a count.
        if (!is_name(parts.front()) && !(count && parts.size() == 1)) return false;
        if (count) request.count = *count;
        if (parts.size() == 2 || !count) request.type = parts.front();
    }
    if (request.count > 0) out.push_back(std::move(request));
    return true;
}

}  // namespace

tl::expected<std::vector<GresRequest>, std::string> parse_gres(std::string_view text) {
    std::vector<GresRequest> all;
    text = trimmed(text);
    if (text.empty() || lower(text) == "none") return all;
    for (std::string_view item : split(text, ",")) {
        if (item.starts_with("gres:") || item.starts_with("gres/")) item.remove_prefix(5);
        auto parts = split(item, ":");
        if (!is_name(parts.front()) || digits_only(parts.front())) return invalid_gres();
        GresRequest request;
        request.name = parts.front();
        parts.erase(parts.begin());
        if (!add(all, std::move(request), parts)) return invalid_gres();
    }
    return all;
}

tl::expected<std::vector<GresRequest>, std::string> parse_gpus(std::string_view text,
                                                               GresScope scope) {
    std::vector<GresRequest> all;
    for (std::string_view const item : split(trimmed(text), ",")) {
        GresRequest request;
        request.scope = scope;
        if (!add(all, std::move(request), split(item, ":"))) return invalid_gres();
    }
    return all;
}

std::string gres_text(GresRequest const& request) {
    return fmt::format("gres:{}{}{}:{}",
                       request.name,
                       request.type.empty() ? "" : ":",
                       request.type,
                       request.count);
}

}  // namespace clustersim::slurm
