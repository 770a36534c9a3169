// SPDX-License-Identifier: Apache-2.0
//
// Images that a loader of PyTorch reads and decodes each second, by the format of the set's file (LUMI AI Guide). The
// column `images` has the number that were read, `set_images` that of the set, `memory_gb` the memory of the job, half of
// which may hold pages of the file; `decode_ms` is the time of one core for one image: 2.06 ms for small images, fitted to
// one row (lumiio06), and 1.9 ms more for a JPEG of ImageNet, because Pillow decodes 537 of them a second on one core of
// an EPYC 9B14 (ternaus/imread_benchmark). The file has one stripe, as all files on LUMI unless it is set. Times begin
// with an empty page cache and do not include opening the file.
#include "models/storage/data_loading.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/commands/validate/training_case.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <optional>

namespace clustersim {
namespace {

std::optional<DataFormat> format_named(std::string_view name) {
    for (auto const& [known, format] : enum_names<DataFormat>)
        if (known == name) return format;
    return std::nullopt;
}

Result<double> images_each_second(MeasuredRow const& row, References const& references) {
    System const* const system = references.machine(row.text("system"));
    if (system == nullptr)
        return failure(
            problem(Code::unknown_name, "no machine is known as \"" + row.text("system") + "\""));
    NodeType const& type = system->node_type_of(system->default_partition());
    auto const store = find_store(*system, type, row.text("file_system"));
    if (!store) return failure(store.error());
    auto const format = format_named(row.lower("format"));
    if (!format)
        return failure(
            problem(Code::unknown_name, "no format is called \"" + row.text("format") + "\""));
    Diagnostics problems;
    auto const number = [&](char const* column) {
        auto const value = row.number(column);
        if (value && *value > 0.0) return *value;
        problems.add(problem(Code::missing_key, std::string("not stated: ") + column));
        return 1.0;
    };
    double const images = number("images");
    double const set_images = number("set_images");
    Bytes const set = bytes(number("set_bytes"));
    StepInput input;
    input.sample_size = set / set_images;
    input.format = *format;
    input.archives = *format == DataFormat::files ? 0.0 : 1.0;
    input.opens_per_sample = *format == DataFormat::files ? 1.0 : 0.0;
    input.decode = seconds(number("decode_ms") * 1e-3);
    constexpr double most_workers = 1024.0;
    input.loader_cores = static_cast<int>(std::min(most_workers, number("workers")));
    Bytes const memory = bytes(number("memory_gb") * 1e9);
    if (!problems.items().empty()) return failure(std::move(problems));

    PageCache const cached = page_cache(sample_reads(*format, input.sample_size, store->kind),
                                        {set, input.sample_size, set_images, 1, cache_of(memory)});
    auto const time_of = [&](double samples, double miss) {
        if (samples <= 0.0) return Duration{};
        input.samples = samples;
        input.miss = miss;
        return load_time(input, *store, 1, 1.0).total();
    };
    double const cold = std::min(images, cached.cold_samples);
    return images / (time_of(cold, 1.0) + time_of(images - cold, cached.miss)).si();
}

std::string quantity_read(MeasuredRow const& row) {
    std::string const format = row.lower("format");
    std::string const set = row.lower("data").starts_with("tiny") ? "small set" : "large set";
    return format == "hdf5" ? std::string("images/s, HDF5") : "images/s, " + set;
}

std::vector<ValidationPoint> score_storage(MeasuredRow const& row, References const& references) {
    auto const measured = row.number("images_per_s");
    if (!measured || *measured <= 0.0) return {};
    ValidationPoint point = point_of(row, quantity_read(row), "images/s", *measured);
    point.remark =
        row.text("format") + ", " + row.text("workers") + " workers: " + row.text("data");
    if (auto const predicted = images_each_second(row, references))
        point.predicted = *predicted;
    else
        point.remark = reason_of(predicted.error());
    return {point};
}

}  // namespace

ValidationSet storage_set() {
    return {"storage",
            "Images read and decoded by the format of their file, on LUMI",
            "storage.csv",
            {"system", "file_system", "format", "images", "set_bytes", "workers", "images_per_s"},
            {},
            each_row<score_storage>};
}

}  // namespace clustersim
