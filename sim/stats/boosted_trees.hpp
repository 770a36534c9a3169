// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

struct TreeOptions {
    int rounds = 400;  ///< number of trees
    int leaves = 8;    ///< of each tree, at most
    double learning_rate = 0.05;
    double rows_per_leaf = 30.0;  ///< at least
    double row_share = 0.5;       ///< of the rows that each tree sees
    double column_share = 0.3;    ///< of the columns that each tree sees
};

/// Gradient-boosted regression trees for the squared error: T. Chen and C. Guestrin, XGBoost: a scalable tree boosting
/// system, KDD 2016, doi:10.1145/2939672.2939785. Trees grow leaf by leaf on histograms of 256 bins. Fits on one thread,
/// so equal inputs give equal bytes; several may be fitted at once.
class BoostedTrees {
  public:
    /// Fits the target, one finite value for each row of the table (at least one row). The seed decides which rows and
    /// columns each tree sees. Error: what the library reports.
    static Result<BoostedTrees> fit(FeatureTable const& table,
                                    std::span<double const> target,
                                    TreeOptions const& options,
                                    std::uint32_t seed);
    ~BoostedTrees();
    BoostedTrees(BoostedTrees&&) noexcept;
    BoostedTrees& operator=(BoostedTrees&&) noexcept;

    /// One prediction for each row. The table has the columns of the fit. Error: what the library reports.
    [[nodiscard]] Result<std::vector<double>> predict(FeatureTable const& table) const;

    /// The trees as XGBoost's JSON, for from_json(). Error: what the library reports.
    [[nodiscard]] Result<std::string> to_json() const;
    /// Trees that predict exactly as those that were stored. Error: what the library reports. XGBoost checks the form of
    /// the text, not whether its trees are whole: read only what to_json() wrote.
    static Result<BoostedTrees> from_json(std::string const& text);

  private:
    struct Model;
    explicit BoostedTrees(std::unique_ptr<Model> model);
    std::unique_ptr<Model> model_;
};

}  // namespace clustersim
