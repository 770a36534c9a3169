// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/storage/format_name.hpp"
#include "models/storage/store.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// The reads for one sample that no memory of the node holds.
struct SampleReads {
    double count = 0.0;    ///< at random places, one after the other
    Bytes each{};          ///< that one of them brings
    Duration processor{};  ///< of the process that serves a mounted image, for each sample
    /// A mounted image answers one read at a time, whoever asks.
    bool mounted = false;

    [[nodiscard]] Bytes brought() const { return each * count; }
};

SampleReads sample_reads(DataFormat format, Bytes sample, StoreKind kind);

/// The set as one node reads it.
struct ReadSet {
    Bytes size{};
    Bytes sample{};
    double samples = 1.0;  ///< of an epoch, on all nodes
    int nodes = 1;
    Bytes cache{};  ///< memory of the node that may hold pages of files
};

/// What the page cache of a node does for reads in random order.
struct PageCache {
    double cold_samples = 0.0;  ///< samples that the node reads before the cache helps
    double miss = 1.0;          ///< share of the later reads that go to the store
};

PageCache page_cache(SampleReads const& reads, ReadSet const& set);

/// Rate at which one process decompresses blocks of an image.
Bandwidth decompression_rate();

/// Memory that may hold pages of files, of the memory that a job has on a node.
Bytes cache_of(Bytes memory);

}  // namespace clustersim
