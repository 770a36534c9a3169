// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/long_run_config.hpp"

#include "sim/core/enum_names.hpp"

#include <fmt/format.h>

#include <array>

namespace clustersim {
namespace {

constexpr double most_files = 1e12;
Range const share{0.0, 1.0, true};

void read_staging(Reader& reader, DatasetSpec& dataset) {
    std::array<std::string, 2> const stores{"disk", "ram"};
    if (auto const stage = reader.choice("stage", stores)) dataset.stage = stores[*stage];
    dataset.workers = static_cast<int>(
        reader.optional_integer("workers", Range::at_least(1, 1024)).value_or(dataset.workers));
    dataset.unpack = reader.flag("unpack", true);
    dataset.split = reader.flag("split", false);
    if (dataset.stage) return;
    for (char const* key : {"workers", "unpack", "split"}) {
        if (!reader.has(key)) continue;
        reader
            .complain(
                key,
                Code::inconsistent,
                fmt::format("`{}` describes the staging of a dataset, but this one is not staged",
                            key))
            .help = "add `stage: disk` or `stage: ram`";
    }
}

/// The file format of a dataset; it says how many archives there are unless the file does, and how they are read.
void read_format(Reader& reader, DatasetSpec& dataset) {
    dataset.format = reader.optional_one_of<DataFormat>("format");
    if (!dataset.format) return;
    std::string const format(enum_name(*dataset.format));
    for (char const* key : {"access", "read-size"}) {
        if (!reader.has(key)) continue;
        reader
            .complain(key,
                      Code::inconsistent,
                      fmt::format(
                          "`format: {}` says how samples are read, and so does `{}`", format, key))
            .help = "remove one of them";
    }
    if (*dataset.format == DataFormat::files) {
        if (!reader.has("shards")) return;
        reader.complain("shards", Code::inconsistent, "`format: files` has no archives").help =
            "remove `shards`, or give the format of the archives: tar, squashfs, lmdb or hdf5";
    } else if (dataset.shards == 0.0) {
        if (*dataset.format == DataFormat::tar)
            reader.complain("format", Code::missing_key, "the number of tar archives is missing")
                .help = "add `shards`";
        else
            dataset.shards = 1.0;
    }
}

/// How samples are found in the archives of a dataset.
void read_access(Reader& reader, DatasetSpec& dataset) {
    std::array<std::string, 2> const ways{"sequential", "random"};
    auto const way = reader.choice("access", ways);
    dataset.random = way && ways[*way] == "random";
    dataset.read_size = reader.optional_quantity<Bytes>("read-size");
    dataset.stripes = reader.optional_number("stripes", Range::at_least(1, 1e6));
    if (dataset.random && dataset.shards == 0.0)
        reader
            .complain(
                "access",
                Code::inconsistent,
                "loose files are read at random places anyhow; `access: random` describes archives")
            .help = "add `shards`, the number of archives: 1 for one LMDB or HDF5 file";
    if (dataset.read_size && !dataset.random)
        reader
            .complain("read-size",
                      Code::inconsistent,
                      "`read-size` is that of reads at random places, but this dataset has none")
            .help = "add `access: random`";
    if (dataset.stripes && dataset.shards == 0.0)
        reader
            .complain(
                "stripes", Code::inconsistent, "`stripes` describes archives, but there are none")
            .help = "add `shards`, the number of archives";
}

DatasetSpec read_dataset(Reader reader) {
    DatasetSpec dataset;
    Range const count = Range::at_least(1, most_files);
    dataset.size = reader.quantity<Bytes>("size");
    dataset.files = reader.number("files", count);
    dataset.shards = reader.optional_number("shards", count).value_or(0.0);
    if (dataset.shards > dataset.files) {
        reader.complain("shards",
                        Code::inconsistent,
                        fmt::format("{:.0f} archives for {:.0f} files leave some of them empty",
                                    dataset.shards,
                                    dataset.files));
    }
    read_format(reader, dataset);
    read_access(reader, dataset);
    dataset.samples = reader.optional_number("samples", Range::at_least(1, 1e15));
    dataset.on = reader.optional_text("on");
    dataset.decode =
        reader.optional_quantity<Duration>("decode", Range::positive(3600.0)).value_or(Duration{});
    if (auto const cores = reader.optional_integer("loader-cores", Range::at_least(1, 1024)))
        dataset.loader_cores = static_cast<int>(*cores);
    read_staging(reader, dataset);
    reader.finish();
    return dataset;
}

CheckpointSpec read_checkpoint(Reader reader) {
    CheckpointSpec checkpoint;
    ConfigNode const* every = reader.raw("every");
    if (every == nullptr || every->scalar != "auto") {
        checkpoint.every =
            reader.optional_quantity<Duration>("every", Range::positive(most_seconds));
    }
    checkpoint.on = reader.optional_text("on");
    checkpoint.size = reader.optional_quantity<Bytes>("size");
    checkpoint.asynchronous = reader.flag("asynchronous", false);
    if (reader.has("sharded")) checkpoint.sharded = reader.flag("sharded", true);
    reader.finish();
    return checkpoint;
}

SoftwareSpec read_software(Reader reader) {
    SoftwareSpec software;
    software.image = reader.optional_quantity<Bytes>("image");
    software.files = reader.optional_number("files", Range::at_least(1, most_files));
    software.read = reader.optional_quantity<Bytes>("read");
    software.on = reader.optional_text("on");
    software.stripes =
        reader.optional_number("stripes", Range::at_least(1, 1e6)).value_or(software.stripes);
    std::array<std::string, 2> const stores{"disk", "ram"};
    if (auto const to = reader.choice("broadcast", stores)) software.broadcast = stores[*to];
    if (software.image.has_value() == software.files.has_value())
        reader
            .complain(software.image ? "files" : "software",
                      software.image ? Code::inconsistent : Code::missing_key,
                      "software is either an image or loose files")
            .help = "give `image`, the size of a container, or `files`, the number of files that "
                    "the start of the program opens";
    if (software.files && !software.read && !software.image)
        reader.complain("files", Code::missing_key, "the bytes that the start reads are missing")
            .help = "add `read`";
    for (char const* key : {"stripes", "broadcast"}) {
        if (!reader.has(key) || software.image) continue;
        reader
            .complain(
                key, Code::inconsistent, fmt::format("`{}` describes an image, not files", key))
            .help = "give `image`, the size of a container";
    }
    reader.finish();
    return software;
}

ResilienceSpec read_resilience(Reader reader) {
    ResilienceSpec resilience;
    resilience.restart =
        reader.optional_quantity<Duration>("restart", Range::positive(most_seconds))
            .value_or(resilience.restart);
    resilience.in_place = reader.flag("in-place", false);
    resilience.device_mtbf =
        reader.optional_quantity<Duration>("device-mtbf", Range::positive(1e11));
    resilience.device_spread =
        reader.optional_number("device-spread", Range::share()).value_or(0.0);
    resilience.storage_share = reader.optional_number("storage-share", share).value_or(1.0);
    reader.finish();
    return resilience;
}

}  // namespace

void read_long_run(Reader& job, JobSpec& spec) {
    if (auto dataset = job.optional_child("dataset")) spec.dataset = read_dataset(*dataset);
    if (auto software = job.optional_child("software")) spec.software = read_software(*software);
    if (auto checkpoint = job.optional_child("checkpoint"))
        spec.checkpoint = read_checkpoint(*checkpoint);
    if (auto resilience = job.optional_child("resilience"))
        spec.resilience = read_resilience(*resilience);
}

}  // namespace clustersim
