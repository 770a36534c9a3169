// SPDX-License-Identifier: Apache-2.0
#include "sim/study/study_question.hpp"

#include "sim/scenario/given_path.hpp"

#include <fmt/format.h>

namespace clustersim {

Settings StudyQuestion::settings() const {
    Settings out;
    if (seed) out.emplace_back("--seed", fmt::format("seed={}", *seed));
    if (replicates) out.emplace_back("--replicates", fmt::format("replicates={}", *replicates));
    if (precision) out.emplace_back("--precision", fmt::format("precision={}", *precision));
    if (!release.empty()) out.emplace_back("--release", fmt::format("policy.release={}", release));
    for (std::string const& assignment : set)
        out.emplace_back("--set", given_setting(assignment, file.path.parent_path()));
    return out;
}

Result<ConfigNode> read_document(StudyQuestion const& question) {
    return read_scenario_document(question.file, question.settings());
}

Result<std::vector<Variant>> read_variants(StudyQuestion const& question) {
    auto const document = read_document(question);
    if (!document) return failure(document.error());
    return expand_sweep(*document);
}

}  // namespace clustersim
