// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/boosted_trees.hpp"

namespace clustersim {
namespace {

Diagnostic no_trees() {
    return problem(Code::inconsistent,
                   "the static edition does not learn from past jobs (it has no XGBoost)",
                   "ask an installed clustersim");
}

}  // namespace

struct BoostedTrees::Model {};

BoostedTrees::BoostedTrees(std::unique_ptr<Model> model) : model_(std::move(model)) {}
BoostedTrees::~BoostedTrees() = default;
BoostedTrees::BoostedTrees(BoostedTrees&&) noexcept = default;
BoostedTrees& BoostedTrees::operator=(BoostedTrees&&) noexcept = default;

Result<BoostedTrees> BoostedTrees::fit(FeatureTable const& /*table*/,
                                       std::span<double const> /*target*/,
                                       TreeOptions const& /*options*/,
                                       std::uint32_t /*seed*/) {
    return failure(no_trees());
}

Result<std::vector<double>> BoostedTrees::predict(FeatureTable const& /*table*/) const {
    return failure(no_trees());
}

Result<std::string> BoostedTrees::to_json() const {
    return failure(no_trees());
}

Result<BoostedTrees> BoostedTrees::from_json(std::string const& /*text*/) {
    return failure(no_trees());
}

}  // namespace clustersim
