// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/look/export_format.hpp"

namespace clustersim {

/// A result folder as an SQLite file with the tables of docs/export.md.
extern ExportFormat const sqlite_format;

}  // namespace clustersim
