// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

// What one part of a site file requires of the others. A name that is missing is reported with the nearest known one.

/// Reports that the site has no partition of this name, at the place of the mapping itself.
void report_unknown_partition(Reader& reader, Site const& site, std::string const& name);

/// The key `partition` must name a partition; an empty name is none.
void expect_partition(Reader& reader, Site const& site, std::string const& name);

/// The key must name a QOS, if the site has any; an empty name is none.
void expect_qos(Reader& reader, Site const& site, std::string_view key, std::string const& name);

/// A reservation cannot keep more licences than the site has.
void expect_licenses(Reader& reader, Site const& site, Reservation const& reservation);

/// Only gang scheduling resumes suspended jobs.
void expect_gang(Reader& reader, Settings const& settings, std::optional<PreemptMode> mode);

}  // namespace clustersim::slurm
