// SPDX-License-Identifier: Apache-2.0
#include "sim/study/policy_changes.hpp"

#include "sim/config/yaml_text.hpp"

#include <filesystem>
#include <utility>

namespace clustersim {
namespace {

bool names_file(std::string const& change) {
    return change.find('=') == std::string::npos &&
           (change.ends_with(".yaml") || change.ends_with(".yml"));
}

Result<void> add_file(ConfigNode& policy, std::string const& path) {
    auto document = read_yaml_extended(path, find_parent_file);
    if (!document) return failure(std::move(document.error()));
    ConfigNode const* inner = document->find("policy");
    ConfigNode const changes = inner != nullptr ? *inner : *document;
    if (changes.kind != ConfigNode::Kind::mapping)
        return failure(problem_at(changes, Code::wrong_type, "the file has no policy"));
    merge_onto(policy, changes);
    return {};
}

}  // namespace

Result<ConfigNode> policy_of(std::vector<std::string> const& changes, std::string const& option) {
    ConfigNode policy;
    if (changes.empty()) return policy;
    policy.kind = ConfigNode::Kind::mapping;
    Diagnostics problems;
    for (std::string const& change : changes) {
        auto const added =
            names_file(change) ? add_file(policy, change) : apply_setting(policy, change, option);
        if (!added) problems.append(added.error());
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return policy;
}

}  // namespace clustersim
