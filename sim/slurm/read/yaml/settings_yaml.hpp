// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/parameters/parameter.hpp"
#include "sim/slurm/read/yaml/key_reader.hpp"

namespace clustersim::slurm {

/// Reads the parameters of a mapping `settings:`; absent ones keep their values. All problems are
/// added to the reader; the caller finishes it.
void read_settings(Reader& reader, KnownNames const& names, Settings& settings);

/// The parameters that differ from their defaults, as a mapping; empty if none does.
ConfigNode settings_node(Site const& site);

/// The value of one parameter, which must be set, as a site file writes it; not for weights of trackable resources.
ConfigNode parameter_node(Parameter const& parameter, Settings& settings);

}  // namespace clustersim::slurm
