// SPDX-License-Identifier: Apache-2.0
#include "sim/study/script_file.hpp"

#include <array>
#include <utility>

namespace clustersim {

Result<std::string> read_script_file(GivenFile const& given) {
    auto file = InputFile::open(given);
    if (!file) return failure(std::move(file.error()));
    std::string text;
    std::array<char, 65536> room{};
    while (true) {
        auto const got = file->read(room);
        if (!got) return failure(got.error());
        if (*got == 0) return text;
        text.append(room.data(), *got);
        if (text.size() > largest_text)
            return failure(cannot_read(file->name(), "it is larger than any job script"));
    }
}

}  // namespace clustersim
