// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/boosted_trees.hpp"

#include "sim/core/ensure.hpp"

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <limits>
#include <string>
#include <utility>

namespace clustersim {
namespace {

Diagnostic library_problem() {
    // The first line has the reason, the others the library's stack.
    std::string text = XGBGetLastError();
    return problem(Code::inconsistent,
                   fmt::format("XGBoost failed: {}", text.substr(0, text.find('\n'))));
}

class TreeData {
  public:
    TreeData() = default;
    ~TreeData() {
        if (handle_ != nullptr) XGDMatrixFree(handle_);
    }
    TreeData(TreeData const&) = delete;
    TreeData& operator=(TreeData const&) = delete;

    bool fill(FeatureTable const& table) {
        return XGDMatrixCreateFromMat(table.values().data(),
                                      table.rows(),
                                      table.columns().size(),
                                      std::numeric_limits<float>::quiet_NaN(),
                                      &handle_) == 0;
    }
    bool label(std::span<double const> target) {
        std::vector<float> const labels(target.begin(), target.end());
        return XGDMatrixSetFloatInfo(handle_, "label", labels.data(), labels.size()) == 0;
    }
    [[nodiscard]] DMatrixHandle handle() const { return handle_; }

  private:
    DMatrixHandle handle_ = nullptr;
};

std::string constraints_of(FeatureTable const& table) {
    std::string text;
    for (FeatureColumn const& column : table.columns())
        text += fmt::format("{}{}", text.empty() ? "(" : ",", static_cast<int>(column.effect));
    return text + ")";
}

std::vector<std::pair<std::string, std::string>>
settings_of(FeatureTable const& table, TreeOptions const& options, std::uint32_t seed) {
    return {{"verbosity", "0"},
            {"nthread", "1"},
            {"seed", std::to_string(seed)},
            {"objective", "reg:squarederror"},
            {"base_score", "0.5"},
            {"tree_method", "hist"},
            {"grow_policy", "lossguide"},
            {"max_depth", "0"},
            {"max_leaves", std::to_string(options.leaves)},
            {"eta", fmt::format("{}", options.learning_rate)},
            {"min_child_weight", fmt::format("{}", options.rows_per_leaf)},
            {"subsample", fmt::format("{}", options.row_share)},
            {"colsample_bytree", fmt::format("{}", options.column_share)},
            {"monotone_constraints", constraints_of(table)}};
}

}  // namespace

struct BoostedTrees::Model {
    BoosterHandle handle = nullptr;
    Model() = default;
    ~Model() {
        if (handle != nullptr) XGBoosterFree(handle);
    }
    Model(Model const&) = delete;
    Model& operator=(Model const&) = delete;
};

BoostedTrees::BoostedTrees(std::unique_ptr<Model> model) : model_(std::move(model)) {}
BoostedTrees::~BoostedTrees() = default;
BoostedTrees::BoostedTrees(BoostedTrees&&) noexcept = default;
BoostedTrees& BoostedTrees::operator=(BoostedTrees&&) noexcept = default;

Result<BoostedTrees> BoostedTrees::fit(FeatureTable const& table,
                                       std::span<double const> target,
                                       TreeOptions const& options,
                                       std::uint32_t seed) {
    CS_ENSURE(table.rows() > 0 && target.size() == table.rows(), "each row has a target");
    TreeData matrix;
    if (!matrix.fill(table) || !matrix.label(target)) return failure(library_problem());
    auto model = std::make_unique<Model>();
    DMatrixHandle const data = matrix.handle();
    if (XGBoosterCreate(&data, 1, &model->handle) != 0) return failure(library_problem());
    for (auto const& [name, value] : settings_of(table, options, seed))
        if (XGBoosterSetParam(model->handle, name.c_str(), value.c_str()) != 0)
            return failure(library_problem());
    for (int round = 0; round < options.rounds; ++round)
        if (XGBoosterUpdateOneIter(model->handle, round, data) != 0)
            return failure(library_problem());
    return BoostedTrees(std::move(model));
}

Result<std::vector<double>> BoostedTrees::predict(FeatureTable const& table) const {
    if (table.rows() == 0) return std::vector<double>();
    TreeData matrix;
    if (!matrix.fill(table)) return failure(library_problem());
    bst_ulong size = 0;
    float const* values = nullptr;
    if (XGBoosterPredict(model_->handle, matrix.handle(), 0, 0, 0, &size, &values) != 0)
        return failure(library_problem());
    return std::vector<double>(values, values + size);
}

Result<std::string> BoostedTrees::to_json() const {
    bst_ulong size = 0;
    char const* text = nullptr;
    if (XGBoosterSaveModelToBuffer(model_->handle, R"({"format": "json"})", &size, &text) != 0)
        return failure(library_problem());
    return std::string(text, size);
}

Result<BoostedTrees> BoostedTrees::from_json(std::string const& text) {
    auto model = std::make_unique<Model>();
    if (XGBoosterCreate(nullptr, 0, &model->handle) != 0) return failure(library_problem());
    for (auto const& [name, value] : {std::pair("verbosity", "0"), std::pair("nthread", "1")})
        if (XGBoosterSetParam(model->handle, name, value) != 0) return failure(library_problem());
    if (XGBoosterLoadModelFromBuffer(model->handle, text.data(), text.size()) != 0)
        return failure(library_problem());
    return BoostedTrees(std::move(model));
}

}  // namespace clustersim
