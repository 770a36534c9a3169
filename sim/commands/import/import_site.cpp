// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/import/import_site.hpp"

#include "sim/core/ascii.hpp"
#include "sim/slurm/read/accounting/name_hash.hpp"
#include "sim/slurm/read/accounting/read_accounting.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/read/conf/read_site.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

Result<slurm::SiteReading> read_configuration(SlurmSiteFiles const& given) {
    slurm::SiteFiles files;
    Diagnostics problems;
    auto const text_of = [&](fs::path const& path) {
        auto text = slurm::read_named_text(path);
        if (!text) {
            problems.append(std::move(text.error()));
            return slurm::ConfText{path.string(), {}};
        }
        return slurm::ConfText{std::move(text->name), std::move(text->text)};
    };
    // As in Slurm, the default location of these two is the folder of slurm.conf.
    auto const beside = [&](std::optional<fs::path> const& named, char const* name) {
        fs::path const path = named.value_or(given.conf.parent_path() / name);
        std::error_code error;
        return named || fs::exists(path, error) ? std::optional(text_of(path)) : std::nullopt;
    };
    files.conf = text_of(given.conf);
    files.gres = beside(given.gres, "gres.conf");
    files.topology = beside(given.topology, "topology.conf");
    files.fetch = [](fs::path const& path) -> Result<std::string> {
        auto text = slurm::read_named_text(path);
        if (!text) return failure(std::move(text.error()));
        return std::move(text->text);
    };
    if (problems.has_errors()) return failure(std::move(problems));
    return slurm::read_site(files);
}

constexpr std::array<std::pair<slurm::Unused, std::string_view>, 3> unused_reasons{
    {{slurm::Unused::unsupported, "may change schedules but not emulated"},
     {slurm::Unused::unknown, "unknown"},
     {slurm::Unused::irrelevant, "do not affect schedules"}}};

void list_unused(slurm::SiteReading const& reading, ImportedSite& out) {
    for (auto const& [reason, title] : unused_reasons) {
        std::set<std::string> names;
        for (auto const& one : reading.unused)
            if (one.why == reason) names.insert(one.name);
        if (names.empty()) continue;
        for (std::string const& name : names)
            out.origin.without_effect.push_back(name + " (" + std::string(title) + ')');
        out.unused.push_back({title, {names.begin(), names.end()}});
    }
}

/// Reads QOS, accounts and users of all accounting files into the site.
Result<void> read_people(std::vector<fs::path> const& files, ImportedSite& out) {
    std::vector<slurm::NamedText> texts;
    Diagnostics problems;
    for (fs::path const& path : files) {
        auto text = slurm::read_named_text(path);
        if (!text) {
            problems.append(std::move(text.error()));
            continue;
        }
        texts.push_back(std::move(*text));
        out.origin.files.push_back(path.filename().string());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    if (texts.empty()) return {};
    auto notes = slurm::read_accounting(texts, out.site);
    if (!notes) return failure(std::move(notes.error()));
    out.warnings.append(std::move(notes->warnings));
    for (std::string const& word : notes->without_effect)
        out.origin.without_effect.push_back(word + " (accounting)");
    if (!notes->without_effect.empty())
        out.unused.push_back({"of accounting", std::move(notes->without_effect)});
    return {};
}

/// The release that a line `SLURM_VERSION = 24.11.5` of `scontrol show config` names.
Result<slurm::Release> release_in(fs::path const& path) {
    auto const text = slurm::read_named_text(path);
    if (!text) return failure(text.error());
    for (slurm::ImportLine const& line : slurm::import_lines(*text)) {
        auto const equals = line.text.find('=');
        if (equals == std::string_view::npos ||
            trimmed(line.text.substr(0, equals)) != "SLURM_VERSION")
            continue;
        auto const version = trimmed(line.text.substr(equals + 1));
        if (auto const release = slurm::release_of(version)) return *release;
        Diagnostic wrong = line.problem(
            Code::bad_syntax, fmt::format("\"{}\" is not a release of Slurm", version), version);
        wrong.expected = "a release such as 22.05.8 or 24.11.5";
        return failure(std::move(wrong));
    }
    return failure(problem(Code::missing_key,
                           fmt::format("{} has no line SLURM_VERSION", path.string()),
                           "give the output of `scontrol show config`"));
}

Result<void> read_release(SlurmSiteFiles const& files, ImportedSite& out) {
    out.release_named = files.release || files.show_config;
    if (files.show_config) {
        auto const release = release_in(*files.show_config);
        if (!release) return failure(release.error());
        out.site.settings.release = *release;
        out.origin.files.push_back(files.show_config->filename().string());
    }
    if (files.release) out.site.settings.release = *files.release;
    return {};
}

Diagnostic nobody_may_submit() {
    Diagnostic warning = problem(Code::inconsistent,
                                 "the site refuses users without an association, and no "
                                 "associations were given: every job would be refused",
                                 "give the files of the accounting database with --associations "
                                 "(docs/import.md explains how to get them)");
    warning.severity = Severity::warning;
    return warning;
}

}  // namespace

Result<ImportedSite> import_site(SlurmSiteFiles const& files,
                                 std::optional<std::string> const& hash_key) {
    auto reading = read_configuration(files);
    if (!reading) return failure(std::move(reading.error()));
    ImportedSite out;
    out.site = std::move(reading->site);
    out.warnings = std::move(reading->warnings);
    out.origin.files.push_back(files.conf.filename().string());
    for (auto const& path : {files.gres, files.topology})
        if (path) out.origin.files.push_back(path->filename().string());
    list_unused(*reading, out);
    if (auto read = read_release(files, out); !read) return failure(std::move(read.error()));
    if (auto read = read_people(files.associations, out); !read)
        return failure(std::move(read.error()));
    if (out.site.settings.enforce.associations && out.site.associations.empty())
        out.warnings.add(nobody_may_submit());
    if (hash_key) slurm::hash_names(out.site, slurm::NameHash(*hash_key));
    return out;
}

}  // namespace clustersim
