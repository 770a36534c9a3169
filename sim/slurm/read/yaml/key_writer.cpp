// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/key_writer.hpp"

#include "sim/core/hostlist.hpp"

#include <fmt/format.h>

namespace clustersim::slurm {

ConfigNode number_node(std::int64_t value) {
    return scalar_node(fmt::format("{}", value));
}

ConfigNode number_node(double value) {
    return scalar_node(fmt::format("{}", value));
}

ConfigNode amount_node(std::int64_t count, std::string_view unit) {
    return scalar_node(count < 0 ? std::string("unlimited") : fmt::format("{} {}", count, unit));
}

ConfigNode host_node(Site const& site, std::span<std::int32_t const> nodes) {
    std::vector<std::string> names;
    for (auto const node : nodes) names.push_back(site.nodes[static_cast<std::size_t>(node)].name);
    return text_node(compress_hostlist(names));
}

ConfigNode release_node(Release release) {
    return scalar_node(to_text(release), true);
}

ConfigNode limits_node(TresLimits const& limits, TresTable const& names) {
    ConfigNode out;
    for (std::size_t i = 0; i < limits.size(); ++i)
        if (auto const limit = limits.at(i)) add_entry(out, names.name(i), number_node(*limit));
    return out;
}

ConfigNode weights_node(TresWeights const& weights, TresTable const& names) {
    ConfigNode out;
    for (auto const& [position, weight] : weights)
        add_entry(out, names.name(position), number_node(weight));
    return out;
}

}  // namespace clustersim::slurm
