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

/// The origin of a site, for the comments of its file.
struct SiteOrigin {
    std::vector<std::string> files;           ///< as the user named them
    std::vector<std::string> without_effect;  ///< their parameters without effect here
};

/// Writes the site as YAML, in the order of the site. The same site gives the same bytes. Values
/// equal to Slurm's defaults are left out.
std::string write_site_yaml(Site const& site, SiteOrigin const& origin = {});

/// Reads the site of a document; read_site(parse(write_site_yaml(s))) equals s if every node record
/// is used, in order. Reports all problems at once, each with its place: unknown keys, nodes,
/// partitions, QOS, accounts and TRES, values out of range, repeated names.
Result<Site> read_site(ConfigNode const& document);

/// Applies sections of a site file to a site: all but `nodes`, `switches` and `associations`;
/// partitions must exist in the site. Values may be annotated (source, confidence, note). Adds all
/// problems, each with its place.
Site read_site_over(Site site, ConfigNode const& block, Diagnostics& problems);

Result<Site> read_site_yaml(GivenDocument const& file);

}  // namespace clustersim::slurm
