// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/site/site.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The first key of a site file: `schema: clustersim/site/1`.
inline constexpr std::string_view site_schema = "clustersim/site/1";

/// What the comments of a site file say about where it comes from.
struct SiteOrigin {
    std::vector<std::string> files;           ///< as the user named them
    std::vector<std::string> without_effect;  ///< parameters of them that change nothing here
};

/// The site as YAML. The order is that of the site, the same site gives the same bytes, and what has
/// Slurm's default is left out.
std::string write_site_yaml(Site const& site, SiteOrigin const& origin = {});

/// The site of a document; read_site(parse(write_site_yaml(s))) equals s when every node record is
/// used, in order. All problems at once, each with its place: unknown keys, nodes, partitions,
/// QOS, accounts and TRES, values out of their range, names that stand twice.
Result<Site> read_site(ConfigNode const& document);

/// Lays sections of a site file, which may annotate their values (source, confidence, note), over a site:
/// all but `nodes`, `switches` and `associations`; partitions are those of the site. Problems, all of
/// them and each with its place, are added.
Site read_site_over(Site site, ConfigNode const& block, Diagnostics& problems);

/// The site of a file; `-` is standard input.
Result<Site> read_site_yaml(std::filesystem::path const& path);

}  // namespace clustersim::slurm
