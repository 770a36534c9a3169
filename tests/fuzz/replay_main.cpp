// SPDX-License-Identifier: Apache-2.0
// Runs the target with each file of a corpus, in the order of their names.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

int main(int argc, char** argv) {
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i)
        for (auto const& entry : std::filesystem::directory_iterator(argv[i]))
            files.push_back(entry.path());
    std::ranges::sort(files);
    for (auto const& file : files) {
        std::fprintf(stderr, "%s\n", file.filename().c_str());
        std::ifstream stream(file, std::ios::binary);
        std::string const bytes{std::istreambuf_iterator<char>(stream), {}};
        // A copy of exactly this size, so that the address sanitizer detects reads past its end.
        std::vector<std::uint8_t> const data(bytes.begin(), bytes.end());
        LLVMFuzzerTestOneInput(data.data(), data.size());
    }
    std::fprintf(stderr, "%zu inputs replayed\n", files.size());
    return files.empty() ? 1 : 0;
}
