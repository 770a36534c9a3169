// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/storage/format_name.hpp"
#include "models/storage/store.hpp"
#include "sim/core/quantity.hpp"

#include <optional>

namespace clustersim {

/// A training set on disk. With `shards`, its files are packed into that number of archives.
struct Dataset {
    Bytes size{};
    double files = 1.0;
    double shards = 0.0;   ///< 0: loose files
    double stripes = 1.0;  ///< storage targets over which each archive is striped
    std::optional<Bytes>
        read_size{};  ///< archives are read at random places, in reads of at most this size
    std::optional<DataFormat> format{};  ///< unset: not stated

    [[nodiscard]] bool packed() const { return shards > 0.0; }
    [[nodiscard]] Bytes file_size() const { return size / files; }
};

/// How a job copies a dataset close to its devices before it starts.
struct StagingPlan {
    int nodes = 1;
    int workers = 8;           ///< processes of each node that copy or unpack
    bool unpack = true;        ///< packed datasets: unpack them into files, else copy the archives
    bool split = false;        ///< each node copies its part of the dataset, else all of it
    double store_share = 1.0;  ///< share of the shared store that this job gets, 0..1
};

/// The limiting resource of a staging.
enum class StagingLimit { workers, bandwidth, source_files, target_files };

struct StagingTime {
    Duration total{};
    StagingLimit limit = StagingLimit::workers;
    Bytes per_node{};  ///< written on each node
};

/// The time to pack loose files into archives in the same store, by `workers` processes of one node.
Duration packing_time(Dataset const& loose, Store const& store, int workers, double store_share);

/// The time until every node has its copy. `from` is shared; each node has its own `to`.
StagingTime
staging_time(Dataset const& dataset, Store const& from, Store const& to, StagingPlan const& plan);

}  // namespace clustersim
