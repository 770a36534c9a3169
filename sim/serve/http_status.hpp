// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim::http {

// What the server says by the number of HTTP.
inline constexpr int bad_request = 400;
inline constexpr int unauthorized = 401;
inline constexpr int forbidden = 403;
inline constexpr int not_found = 404;
inline constexpr int wrong_method = 405;
inline constexpr int unprocessable = 422;
inline constexpr int too_many = 429;
inline constexpr int unavailable = 503;
inline constexpr int too_late = 504;
inline constexpr int no_memory = 507;

}  // namespace clustersim::http
