// SPDX-License-Identifier: Apache-2.0
#include "sim/core/confinement.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace clustersim;

namespace {

bool opens(std::filesystem::path const& path, int how) {
    int const file = open(path.c_str(), how, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

/// What a process can do that is confined to the folder: a bit each; 255 where the kernel cannot confine it.
int powers_of(std::filesystem::path const& folder) {
    if (!confine_to({folder / "inside", folder / "missing"})) return 255;
    return (opens(folder / "inside/file", O_RDONLY) ? 1 : 0) |
           (opens(folder / "inside/file", O_WRONLY) ? 2 : 0) |
           (opens(folder / "inside/new", O_WRONLY | O_CREAT) ? 4 : 0) |
           (opens(folder / "file", O_RDONLY) ? 8 : 0) | (opens("/etc/passwd", O_RDONLY) ? 16 : 0) |
           (access("/bin/true", X_OK) == 0 && execl("/bin/true", "true", nullptr) == 0 ? 32 : 0);
}

}  // namespace

TEST_CASE("a confined process reads its folders and nothing else", "[core][unit]") {
    ScratchFolder const scratch;
    std::filesystem::create_directory(scratch.path() / "inside");
    for (char const* const name : {"inside/file", "file"})
        std::ofstream(scratch.path() / name) << "text";
    pid_t const child = fork();
    if (child == 0) _exit(powers_of(scratch.path()));
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 255) {
        WARN("this kernel has no Landlock");
        return;
    }
    CHECK(WEXITSTATUS(status) == 1);
}
