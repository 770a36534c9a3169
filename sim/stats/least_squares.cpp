// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/least_squares.hpp"

#include <Eigen/Dense>
#include <unsupported/Eigen/LevenbergMarquardt>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Space = Eigen::LevenbergMarquardtSpace::Status;

/// The residuals in the form that Eigen's solver needs. Outside a bound they equal those at the bound, and an unknown
/// that could improve only by going further is not moved.
class Problem : public Eigen::DenseFunctor<double> {
  public:
    Problem(Residuals const& residuals, std::size_t count, std::span<BoundedUnknown const> unknowns)
        // The solver needs at least as many residuals as unknowns; those beyond `count` are zero.
        : DenseFunctor(static_cast<int>(unknowns.size()),
                       static_cast<int>(std::max(count, unknowns.size()))),
          residuals_(&residuals),
          count_(count),
          unknowns_(unknowns) {}

    [[nodiscard]] Vector start() const {
        Vector x(inputs());
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = at(i).start;
        return bounded(x);
    }
    [[nodiscard]] Vector bounded(Vector x) const {
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::clamp(x[i], at(i).low, at(i).high);
        return x;
    }
    [[nodiscard]] Vector residuals(Vector const& x) const {
        Vector const inside = bounded(x);
        Vector r = Vector::Zero(values());
        (*residuals_)(std::span(inside.data(), unknowns_.size()), std::span(r.data(), count_));
        return r;
    }
    [[nodiscard]] Matrix jacobian(Vector const& x) const {
        Matrix j = Matrix::Zero(values(), inputs());
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            double const step = 1e-5 * std::max(1.0, std::abs(x[i]));
            Vector up = x;
            Vector down = x;
            up[i] = std::min(x[i] + step, at(i).high);
            down[i] = std::max(x[i] - step, at(i).low);
            double const width = up[i] - down[i];
            if (width > 0.0) j.col(i) = (residuals(up) - residuals(down)) / width;
        }
        return j;
    }

    // Called by the solver.
    int operator()(Vector const& x, Vector& r) const {
        r = residuals(x);
        return 0;
    }
    int df(Vector const& x, Matrix& j) const {
        j = jacobian(bounded(x));
        Vector const gradient = j.transpose() * residuals(x);
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            bool const held = (x[i] <= at(i).low && gradient[i] > 0.0) ||
                              (x[i] >= at(i).high && gradient[i] < 0.0);
            if (held) j.col(i).setZero();
        }
        return 0;
    }

  private:
    [[nodiscard]] BoundedUnknown const& at(Eigen::Index i) const {
        return unknowns_[static_cast<std::size_t>(i)];
    }

    Residuals const* residuals_;
    std::size_t count_;
    std::span<BoundedUnknown const> unknowns_;
};

/// Computes the covariance and the errors of a fit from the Jacobian at its solution.
void set_errors(Matrix const& j, LeastSquaresFit& fit) {
    auto const unknowns = static_cast<std::size_t>(j.cols());
    fit.errors.assign(unknowns, std::numeric_limits<double>::infinity());
    fit.covariance.assign(unknowns * unknowns, 0.0);
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < unknowns; ++i)
        if (j.col(static_cast<Eigen::Index>(i)).squaredNorm() > 0.0) free.push_back(i);
    if (free.empty()) return;
    Matrix of_free(j.rows(), static_cast<Eigen::Index>(free.size()));
    for (std::size_t k = 0; k < free.size(); ++k)
        of_free.col(static_cast<Eigen::Index>(k)) = j.col(static_cast<Eigen::Index>(free[k]));
    Matrix const covariance =
        (of_free.transpose() * of_free).completeOrthogonalDecomposition().pseudoInverse();
    for (std::size_t a = 0; a < free.size(); ++a) {
        for (std::size_t b = 0; b < free.size(); ++b) {
            double const value =
                covariance(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
            fit.covariance[free[a] * unknowns + free[b]] = value;
            if (a == b) fit.errors[free[a]] = std::sqrt(std::max(0.0, value));
        }
    }
}

}  // namespace

LeastSquaresFit least_squares(Residuals const& residuals,
                              std::size_t residual_count,
                              std::span<BoundedUnknown const> unknowns) {
    constexpr int most_iterations = 200;
    constexpr double enough = 1e-9;
    Problem problem(residuals, residual_count, unknowns);
    LeastSquaresFit fit;
    Vector x = problem.start();
    fit.cost = 0.5 * problem.residuals(x).squaredNorm();
    // If residuals have kinks, the solver may stop before the minimum: restart from there as long as this helps.
    while (!fit.converged && fit.iterations < most_iterations) {
        Eigen::LevenbergMarquardt<Problem> solver(problem);
        auto status = solver.minimizeInit(x);
        while ((status == Space::Running || status == Space::NotStarted) &&
               fit.iterations++ < most_iterations) {
            status = solver.minimizeOneStep(x);
            // Return to the bound, whose residuals the solver already uses.
            x = problem.bounded(x);
        }
        double const before = std::exchange(fit.cost, 0.5 * problem.residuals(x).squaredNorm());
        fit.converged = before - fit.cost <= enough * before;
    }
    fit.values.assign(x.data(), x.data() + x.size());
    set_errors(problem.jacobian(x), fit);
    return fit;
}

}  // namespace clustersim
