// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/least_squares.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clustersim {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

class Problem {
  public:
    Problem(Residuals const& residuals, std::size_t count, std::span<BoundedUnknown const> unknowns)
        : residuals_(&residuals), count_(count), unknowns_(unknowns) {}

    [[nodiscard]] Vector start() const {
        Vector x(static_cast<Eigen::Index>(unknowns_.size()));
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = at(i).start;
        return bounded(x);
    }
    [[nodiscard]] Vector bounded(Vector x) const {
        for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::clamp(x[i], at(i).low, at(i).high);
        return x;
    }
    [[nodiscard]] Vector residuals(Vector const& x) const {
        Vector r(static_cast<Eigen::Index>(count_));
        (*residuals_)(std::span(x.data(), static_cast<std::size_t>(x.size())),
                      std::span(r.data(), count_));
        return r;
    }
    [[nodiscard]] Matrix jacobian(Vector const& x) const {
        Matrix j(static_cast<Eigen::Index>(count_), x.size());
        for (Eigen::Index i = 0; i < x.size(); ++i) {
            double const step = 1e-5 * std::max(1.0, std::abs(x[i]));
            Vector up = x;
            Vector down = x;
            up[i] = std::min(x[i] + step, at(i).high);
            down[i] = std::max(x[i] - step, at(i).low);
            double const width = up[i] - down[i];
            if (width > 0.0) {
                j.col(i) = (residuals(up) - residuals(down)) / width;
            } else {
                j.col(i).setZero();
            }
        }
        return j;
    }
    /// Whether a step along the gradient would leave the bounds at once.
    [[nodiscard]] bool held(Eigen::Index i, double x, double gradient) const {
        return (x <= at(i).low && gradient > 0.0) || (x >= at(i).high && gradient < 0.0);
    }

  private:
    [[nodiscard]] BoundedUnknown const& at(Eigen::Index i) const {
        return unknowns_[static_cast<std::size_t>(i)];
    }

    Residuals const* residuals_;
    std::size_t count_;
    std::span<BoundedUnknown const> unknowns_;
};

/// The damped step; zero for unknowns held at a bound.
Vector
damped_step(Problem const& problem, Vector const& x, Matrix j, Vector const& r, double damping) {
    Vector const gradient = j.transpose() * r;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        if (problem.held(i, x[i], gradient[i])) j.col(i).setZero();
    }
    Matrix normal = j.transpose() * j;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        normal(i, i) += damping * std::max(normal(i, i), 1e-9);
    }
    return normal.ldlt().solve(-(j.transpose() * r));
}

/// Fills the covariance and the errors of a fit from the Jacobian at its solution.
void set_errors(Matrix const& j, LeastSquaresFit& fit) {
    auto const unknowns = static_cast<std::size_t>(j.cols());
    fit.errors.assign(unknowns, std::numeric_limits<double>::infinity());
    fit.covariance.assign(unknowns * unknowns, 0.0);
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < unknowns; ++i) {
        if (j.col(static_cast<Eigen::Index>(i)).squaredNorm() > 0.0) free.push_back(i);
    }
    if (free.empty()) return;
    Matrix of_free(j.rows(), static_cast<Eigen::Index>(free.size()));
    for (std::size_t k = 0; k < free.size(); ++k) {
        of_free.col(static_cast<Eigen::Index>(k)) = j.col(static_cast<Eigen::Index>(free[k]));
    }
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
    Problem const problem(residuals, residual_count, unknowns);
    LeastSquaresFit fit;
    Vector x = problem.start();
    Vector r = problem.residuals(x);
    double cost = 0.5 * r.squaredNorm();
    double damping = 1e-3;
    while (fit.iterations < most_iterations && !fit.converged) {
        ++fit.iterations;
        Matrix const j = problem.jacobian(x);
        bool better = false;
        while (!better && damping < 1e12) {
            Vector const next = problem.bounded(x + damped_step(problem, x, j, r, damping));
            Vector const next_r = problem.residuals(next);
            double const next_cost = 0.5 * next_r.squaredNorm();
            better = next_cost < cost;
            if (better) {
                fit.converged = cost - next_cost <= enough * cost;
                x = next;
                r = next_r;
                cost = next_cost;
                damping = std::max(damping * 0.3, 1e-12);
            } else {
                damping *= 4.0;
            }
        }
        if (!better) fit.converged = true;
        damping = std::min(damping, 1e6);
    }
    fit.values.assign(x.data(), x.data() + x.size());
    set_errors(problem.jacobian(x), fit);
    fit.cost = cost;
    return fit;
}

}  // namespace clustersim
