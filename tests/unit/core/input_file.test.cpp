// SPDX-License-Identifier: Apache-2.0
#include "sim/core/input_file.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <filesystem>
#include <string>

using namespace clustersim;

namespace {

std::string reason_of(std::filesystem::path const& path) {
    auto const text = read_text(path);
    REQUIRE_FALSE(text);
    CHECK(text.error().fault() == Fault::io);
    CHECK(text.error().items()[0].where.file == path.string());
    return text.error().items()[0].message;
}

}  // namespace

TEST_CASE("a text is read whole, with plain line ends", "[core][unit]") {
    ScratchFolder const folder;
    CHECK(read_text(folder.write("a", "")) == "");
    CHECK(read_text(folder.write("a",
                                 "\xEF\xBB\xBF"
                                 "a\r\nb\rc\n\r\r\n")) == "a\nb\nc\n\n\n");
    std::string const large(300'000, 'x');
    CHECK(read_text(folder.write("a", large)) == large);
}

TEST_CASE("a text larger than the limit is refused", "[core][unit]") {
    ScratchFolder const folder;
    CHECK(read_text(folder.write("a", std::string(100, 'x')), 100));
    CHECK_FALSE(read_text(folder.write("a", std::string(101, 'x')), 100));
    CHECK(reason_of("/dev/zero") ==
          "cannot read the file: it is larger than 32 MiB, which no such file is");
}

TEST_CASE("what cannot be read is reported with its path", "[core][unit]") {
    ScratchFolder const folder;
    CHECK(reason_of(folder / "absent") == "cannot read the file: it does not exist");
    CHECK(reason_of(folder.path()) == "cannot read the file: it is a directory");
    CHECK(reason_of(folder / std::string(300, 'x')) ==
          "cannot read the file: its name is too long");
    std::filesystem::create_symlink("loop", folder / "loop");
    CHECK(reason_of(folder / "loop") == "cannot read the file: its links lead in a circle");
}
