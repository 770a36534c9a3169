// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/storage_need.hpp"

#include <algorithm>

namespace clustersim {
namespace {

bool is_same_dataset(StoredFiles const& a, StoredFiles const& b) {
    return a.on.name == b.on.name && a.size == b.size && a.files == b.files;
}

bool was_counted(std::span<StoredStage const> before, StoredFiles const& dataset) {
    return std::ranges::any_of(
        before,
        [&](StoredStage const& stage) {
            return stage.data->dataset && is_same_dataset(*stage.data->dataset, dataset);
        });
}

StorageNeed& need_on(StoredFiles const& files, std::vector<StorageNeed>& needs) {
    auto const found = std::ranges::find(
        needs, files.on.name, [](StorageNeed const& need) { return need.on.name; });
    if (found != needs.end()) return *found;
    needs.push_back({files.on, files.price, {}, {}, {}});
    return needs.back();
}

void add_files(FileAmount& sum, StoredFiles const& files, double times) {
    sum.size += files.size * times;
    sum.files += files.files * times;
}

}  // namespace

FileAmount StorageNeed::sum() const {
    return {datasets.size + checkpoints.size + results.size,
            datasets.files + checkpoints.files + results.files};
}

bool StorageNeed::over_quota() const {
    return on.quota && sum().size > *on.quota;
}

bool StorageNeed::over_files_quota() const {
    return on.files_quota && sum().files > *on.files_quota;
}

std::optional<double> StorageNeed::hourly_price() const {
    if (!price) return std::nullopt;
    return sum().size.si() / 0x1p40 * price->per_tib_hour;
}

std::vector<StorageNeed> storage_needs(std::span<StoredStage const> stages,
                                       std::int64_t kept_checkpoints) {
    std::vector<StorageNeed> needs;
    for (std::size_t s = 0; s < stages.size(); ++s) {
        StoredData const& data = *stages[s].data;
        auto const runs = static_cast<double>(stages[s].runs);
        if (data.dataset && !was_counted(stages.first(s), *data.dataset))
            add_files(need_on(*data.dataset, needs).datasets, *data.dataset, 1.0);
        if (data.checkpoint)
            add_files(need_on(*data.checkpoint, needs).checkpoints,
                      *data.checkpoint,
                      runs * stages[s].tasks *
                          std::min(data.checkpoints, static_cast<double>(kept_checkpoints)));
        if (data.results) add_files(need_on(*data.results, needs).results, *data.results, runs);
    }
    return needs;
}

}  // namespace clustersim
