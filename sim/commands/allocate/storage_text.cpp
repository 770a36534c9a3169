// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/storage_text.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The known parts of a quota, "1.1 TB" and "1,000,000 files", with `joint` between them; empty if there are none.
std::string quota_text(FileSystem const& on, std::string_view joint) {
    std::string out = on.quota ? human(*on.quota) : "";
    if (on.files_quota)
        out += fmt::format(
            "{}{} files", out.empty() ? std::string_view() : joint, human_number(*on.files_quota));
    return out;
}

std::string size_cell(FileAmount const& files) {
    return files.files > 0.0 ? human(files.size) : "–";
}

bool has_checkpoints(PlannedProject const& one) {
    return std::ranges::any_of(
        one.storage, [](StorageNeed const& need) { return need.checkpoints.files > 0.0; });
}

std::string kept_text(Project const& project) {
    if (project.kept_checkpoints == 1) return "the last checkpoint of each run";
    return fmt::format("the last {} checkpoints of each run", project.kept_checkpoints);
}

/// "4.3 TB in 1,280,000 files on lumi-p (datasets 144 GB, checkpoints 4.2 TB)".
std::string need_text(StorageNeed const& need) {
    std::string parts;
    auto const add = [&](char const* what, FileAmount const& files) {
        if (files.files > 0.0)
            parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", what, human(files.size));
    };
    add("datasets", need.datasets);
    add("checkpoints", need.checkpoints);
    add("results", need.results);
    FileAmount const sum = need.sum();
    return fmt::format("{} in {} {} on {} ({})",
                       human(sum.size),
                       human_number(sum.files),
                       sum.files == 1.0 ? "file" : "files",
                       need.on.name,
                       parts);
}

constexpr double hours_of_a_month = 730.5;

/// "6,450 Storage BU"; empty if nothing is charged.
std::string monthly_price(StorageNeed const& need) {
    auto const hourly = need.hourly_price();
    if (!hourly) return "";
    return fmt::format("{} {}", human_number(*hourly * hours_of_a_month), need.price->unit);
}

}  // namespace

Table storage_table(PlannedProject const& one) {
    Table table;
    table.add_column("file system", false);
    for (char const* title :
         {"datasets", "checkpoints", "results", "sum", "files", "quota", "a month"})
        table.add_column(title);
    for (StorageNeed const& need : one.storage) {
        FileAmount const sum = need.sum();
        std::string const quota = quota_text(need.on, ", ");
        std::string const price = monthly_price(need);
        table.rows.push_back({need.on.name,
                              size_cell(need.datasets),
                              size_cell(need.checkpoints),
                              size_cell(need.results),
                              human(sum.size),
                              human_number(sum.files),
                              quota.empty() ? "not known" : quota,
                              price.empty() ? "–" : price});
    }
    drop_columns_of(table, "–");
    return table;
}

std::string storage_sentence(Project const& project, PlannedProject const& one) {
    if (one.storage.empty())
        return "Storage: not counted, because no stage has a `dataset`, a `checkpoint` or "
               "`results`.\n";
    return fmt::format("Storage: at the end of the project{}; a dataset of several stages counts "
                       "once.\n",
                       has_checkpoints(one) ? ", with " + kept_text(project) : "");
}

std::string storage_paragraph(Project const& project, PlannedProject const& one) {
    if (one.storage.empty())
        return "To be settled: storage, because the stages name no datasets, checkpoints or "
               "results.";
    std::string out = "Storage at the end of the project: ";
    for (std::size_t i = 0; i < one.storage.size(); ++i)
        out += (i == 0 ? "" : "; ") + need_text(one.storage[i]);
    out += has_checkpoints(one) ? fmt::format(". We keep {}.", kept_text(project)) : ".";
    for (StorageNeed const& need : one.storage) {
        if (std::string const price = monthly_price(need); !price.empty())
            out += fmt::format(" A month of it on {} costs {}.", need.on.name, price);
        std::string const quota = quota_text(need.on, " and ");
        if (quota.empty()) {
            out += fmt::format(" The quota on {} is not published.", need.on.name);
            continue;
        }
        bool const over = need.over_quota() || need.over_files_quota();
        out += fmt::format(" A project has {} on {} by default{}.",
                           quota,
                           need.on.name,
                           over ? ", so we ask for more" : "");
    }
    return out;
}

}  // namespace clustersim
