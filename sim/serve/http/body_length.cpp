// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/http/body_length.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace clustersim {

BodyLength body_length(httplib::Request const& request) {
    BodyLength length;
    std::size_t const counts = request.get_header_value_count("Content-Length");
    std::size_t const codings = request.get_header_value_count("Transfer-Encoding");
    length.in_chunks = codings > 0;
    if (codings > 0) {
        std::string coding = request.get_header_value("Transfer-Encoding");
        std::ranges::transform(
            coding, coding.begin(), [](unsigned char c) { return std::tolower(c); });
        length.wrong = codings > 1 || counts > 0 || coding != "chunked";
    } else if (counts > 0) {
        std::string const text = request.get_header_value("Content-Length");
        constexpr std::size_t most_digits = 18;
        bool const digits = !text.empty() && text.size() <= most_digits &&
                            text.find_first_not_of("0123456789") == std::string::npos;
        length.wrong = counts > 1 || !digits;
        if (!length.wrong) length.bytes = std::stoull(text);
    }
    return length;
}

}  // namespace clustersim
