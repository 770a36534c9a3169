// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/long_run_config.hpp"

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
    reader.finish();
    return checkpoint;
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
    if (auto checkpoint = job.optional_child("checkpoint"))
        spec.checkpoint = read_checkpoint(*checkpoint);
    if (auto resilience = job.optional_child("resilience"))
        spec.resilience = read_resilience(*resilience);
}

}  // namespace clustersim
