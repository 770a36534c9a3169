// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace clustersim {

double student_quantile(double p, double freedom) {
    return boost::math::quantile(boost::math::students_t(freedom), p);
}

}  // namespace clustersim
