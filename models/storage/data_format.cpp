// SPDX-License-Identifier: Apache-2.0
//
// Reads for a sample by the format of its file, and what the page cache holds.
//
// Equation. A sample of s bytes takes, in a mounted squashfs image, ceil(s / 128 KiB) reads of a block, which are
// decompressed again for each sample; in LMDB, 1 + s / 1 MiB reads of a window of 1 MiB (on a disk of the node, s / 4 KiB
// reads of a page); in HDF5 and as a file, one read of s. Archives have no reads at random places. If the set of S bytes
// fits into the page cache of C bytes, the first S / (bytes brought for a sample) samples are read from the store and
// the others from memory. If it does not, C / S of the reads are answered from memory once the node has read C / s
// samples, at the earliest after one epoch.
// Source. Blocks: mksquashfs packs files of less than a block of 128 KiB whole into blocks of this size, and the kernel keeps
// only three of these decompressed (CONFIG_SQUASHFS_FRAGMENT_CACHE_SIZE); metadata, some tens of bytes a file, soon are in
// the page cache. The process that decompresses does so at 509 MB/s, fitted to one row (lumiio04 of
// workloads/measurements/storage.csv). Windows: after a page fault a Lustre client reads a range of up to 1 MiB
// (read_ahead_range_kb; Lustre manual, LUDOC-485), in the measured rows also of databases opened with readahead=False; a read
// by read() brings only what it asks for, unless reads are in sequence (Lustre manual, read-ahead). A local file system obeys the hint of `readahead=False`. Page
// cache: pages that were brought but not used are given up first, so they are not counted if the set does not fit;
// Mohan et al., VLDB 2021, find no more than C / S. Half of the memory may hold pages (max_cached_mb of Lustre).
// Domain. Samples of about equal size, shuffled; blocks and windows of the defaults; containers that stay open. A node reads
// the whole set in time. Memory of servers is not modelled: small sets that other jobs read just before are faster.
#include "models/storage/data_format.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double squashfs_block_B = 131072.0;
constexpr double inflate_Bps = 509e6;
constexpr double fault_window_B = 1048576.0;
constexpr double page_B = 4096.0;
constexpr double cache_share = 0.5;

}  // namespace

SampleReads sample_reads(DataFormat format, Bytes sample, StoreKind kind) {
    CS_ENSURE(sample.si() > 0.0, "a sample has some bytes");
    double const size = sample.si();
    switch (format) {
        case DataFormat::tar: return {0.0, sample};
        case DataFormat::files:
        case DataFormat::hdf5: return {1.0, sample};
        case DataFormat::squashfs: {
            double const blocks = std::ceil(size / squashfs_block_B);
            return {blocks,
                    bytes(squashfs_block_B),
                    seconds(blocks * squashfs_block_B / inflate_Bps),
                    true};
        }
        case DataFormat::lmdb:
            if (kind != StoreKind::shared) return {std::ceil(size / page_B), bytes(page_B)};
            return {1.0 + size / fault_window_B, bytes(fault_window_B)};
    }
    return {};
}

PageCache page_cache(SampleReads const& reads, ReadSet const& set) {
    Bytes const brought = std::max(reads.brought(), set.sample);
    if (set.size <= set.cache) return {set.size / brought, 0.0};
    return {std::max(set.cache / set.sample, set.samples / set.nodes), 1.0 - set.cache / set.size};
}

Bandwidth decompression_rate() {
    return bytes_per_second(inflate_Bps);
}

Bytes cache_of(Bytes memory) {
    return memory * cache_share;
}

}  // namespace clustersim
