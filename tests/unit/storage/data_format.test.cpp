// SPDX-License-Identifier: Apache-2.0
#include "models/storage/data_loading.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// One target of a file system on disks, as one node sees it.
Store on_disks() {
    Store store{"work",
                StoreKind::shared,
                bytes(1e15),
                bytes_per_second(240e9),
                bytes_per_second(240e9),
                bytes_per_second(5.15e9),
                Frequency::from_si(50'000),
                Frequency::from_si(50'000)};
    store.latency = seconds(9e-3);
    store.random_reads = Frequency::from_si(190'000);
    store.targets = 32;
    store.per_target = bytes_per_second(161e6);
    return store;
}

StepInput photographs(DataFormat format) {
    StepInput input;
    input.samples = 1000;
    input.sample_size = bytes(110e3);
    input.format = format;
    input.archives = 1.0;
    input.decode = seconds(4e-3);
    input.loader_cores = 7;
    return input;
}

double images_each_second(StepInput const& input, Store const& store) {
    return input.samples / load_time(input, store, 1, 1.0).total().si();
}

}  // namespace

TEST_CASE("a mounted image answers one read at a time, however many cores load",
          "[storage][unit]") {
    StepInput input = photographs(DataFormat::squashfs);
    LoadTime const load = load_time(input, on_disks(), 1, 1.0);
    // A block of 128 KiB: 9 ms, its transfer at 161 MB/s and its decompression at 509 MB/s.
    double const block_s = 9e-3 + 131072 / 161e6 + 131072 / 509e6;
    CHECK(load.mount.si() == Approx(1000 * block_s));
    CHECK(load.total() >= load.mount);
    CHECK(load.total().si() == Approx(load.mount.si()).epsilon(0.01));
    double const seven = images_each_second(input, on_disks());
    input.loader_cores = 14;
    CHECK(images_each_second(input, on_disks()) == Approx(seven).epsilon(0.01));
    input.mounts = 2;
    CHECK(images_each_second(input, on_disks()) == Approx(2 * seven).epsilon(0.01));
}

TEST_CASE("page faults of a database bring windows of a mebibyte from a shared file system",
          "[storage][unit]") {
    StepInput input = photographs(DataFormat::lmdb);
    LoadTime const load = load_time(input, on_disks(), 1, 1.0);
    double const window_B = 1048576;
    CHECK(load.read.si() == Approx(1000 * (window_B + 110e3) / 161e6));
    CHECK(load.wait.si() == Approx(1000 * 9e-3 * (1 + 110e3 / window_B) / 7));
    CHECK(load.total().si() == Approx(load.read.si()).epsilon(0.01));
    // On more targets the waits of the seven cores are the limit.
    input.stripes = 32;
    LoadTime const striped = load_time(input, on_disks(), 1, 1.0);
    CHECK(striped.total().si() == Approx((striped.decode + striped.wait).si()).epsilon(0.1));
}

TEST_CASE("on a disk of the node a database is read page by page", "[storage][unit]") {
    CHECK(sample_reads(DataFormat::lmdb, bytes(110e3), StoreKind::disk).count == 27);
    CHECK(sample_reads(DataFormat::lmdb, bytes(110e3), StoreKind::disk).each == bytes(4096));
}

TEST_CASE("large samples take several blocks of an image", "[storage][unit]") {
    CHECK(sample_reads(DataFormat::squashfs, bytes(2e3), StoreKind::shared).count == 1);
    CHECK(sample_reads(DataFormat::squashfs, bytes(300e3), StoreKind::shared).count == 3);
}

TEST_CASE("archives in sequence have no reads at random places", "[storage][unit]") {
    StepInput input = photographs(DataFormat::tar);
    input.archives = 7.0;
    LoadTime const load = load_time(input, on_disks(), 1, 1.0);
    CHECK(load.wait == Duration{});
    CHECK(load.random == Duration{});
    CHECK(load.read.si() == Approx(1000 * 110e3 / (7 * 161e6)));
}

TEST_CASE("a set that fits into the page cache is read once", "[storage][unit]") {
    SampleReads const reads = sample_reads(DataFormat::lmdb, bytes(2e3), StoreKind::shared);
    ReadSet const small{bytes(400e6), bytes(2e3), 200e3, 1, bytes(30e9)};
    PageCache const cached = page_cache(reads, small);
    CHECK(cached.miss == 0.0);
    CHECK(cached.cold_samples == Approx(400e6 / (1048576 + 2e3)));
}

TEST_CASE("a set larger than the page cache is partly in it after an epoch", "[storage][unit]") {
    SampleReads const reads = sample_reads(DataFormat::squashfs, bytes(110e3), StoreKind::shared);
    ReadSet set{bytes(157e9), bytes(110e3), 1.43e6, 1, bytes(30e9)};
    CHECK(page_cache(reads, set).miss == Approx(1 - 30.0 / 157));
    CHECK(page_cache(reads, set).cold_samples == Approx(1.43e6));
    // Of eight nodes each reads an eighth in an epoch, less than its cache holds.
    set.nodes = 8;
    CHECK(page_cache(reads, set).cold_samples == Approx(30e9 / 110e3));
}

TEST_CASE("a read that the page cache answers costs only decompression and decoding",
          "[storage][unit]") {
    StepInput input = photographs(DataFormat::squashfs);
    input.miss = 0.0;
    LoadTime const load = load_time(input, on_disks(), 1, 1.0);
    CHECK(load.read == Duration{});
    CHECK(load.mount.si() == Approx(1000 * 131072 / 509e6));
    CHECK(load.total() >= load.decode);
}
