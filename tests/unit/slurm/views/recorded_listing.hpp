// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// The named fields of one entry in the output of a Slurm command.
using Fields = std::map<std::string, std::string>;

std::vector<std::string> split(std::string const& text, char at);
/// The part before the first `at`, or the whole text.
std::string before(std::string const& text, char at);

/// The paragraphs of `scontrol show`, each as its Key=Value words; of repeated keys the first
/// counts.
std::vector<Fields> paragraphs(std::string const& text);
/// The rows of a listing with | between the fields.
std::vector<Fields> table(std::string const& text);

/// The text of a field; empty if it is missing or "(null)".
std::string value(Fields const& fields, std::string const& key);
std::int64_t number(Fields const& fields, std::string const& key);
std::optional<Instant> moment(Fields const& fields, std::string const& key);

/// "2-00:00:00" in minutes; absent: unlimited.
std::optional<std::int64_t> minutes(std::string const& text);
/// "1.50G" in MB.
std::int64_t megabytes(std::string const& text);
/// "cpu=4,mem=16G".
std::vector<std::pair<std::string, std::int64_t>> tres_counts(std::string const& text);

}  // namespace clustersim::slurm
