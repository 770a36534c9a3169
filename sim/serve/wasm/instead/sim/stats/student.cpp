// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/student.hpp"

#include <boost/math/distributions/students_t.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

namespace clustersim {

/// Boost computes it with 64 digits where the processor has them, and the last ones reach the answer.
double student_quantile(double p, double freedom) {
    using Extended = boost::multiprecision::cpp_bin_float_double_extended;
    return static_cast<double>(boost::math::quantile(
        boost::math::students_t_distribution<Extended>(freedom), Extended(p)));
}

}  // namespace clustersim
