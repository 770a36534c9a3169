// SPDX-License-Identifier: Apache-2.0
// Plays a recorded workload with the emulator and writes the recorder's table.
#include "tests/conformance/player/play.hpp"
#include "tests/conformance/player/play_snapshot.hpp"
#include "tests/conformance/player/workload.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

int main(int count, char** words) {
    using namespace clustersim;
    using namespace clustersim::slurm::conformance;
    std::vector<std::string> places;
    PlayOptions options;
    SnapshotPlay snapshot;
    std::string release_text, events_place;
    for (int i = 1; i < count; ++i) {
        std::string_view const word = words[i];
        if (word == "--phase" && i + 1 < count)
            options.phase = std::strtod(words[++i], nullptr);
        else if (word == "--snapshot" && i + 1 < count)
            snapshot.archive = words[++i];
        else if (word == "--at" && i + 1 < count)
            snapshot.at_s = std::strtol(words[++i], nullptr, 10);
        else if (word == "--recorded" && i + 1 < count)
            snapshot.recorded = words[++i];
        else if (word == "--release" && i + 1 < count)
            release_text = words[++i];
        else if (word == "--events" && i + 1 < count)
            events_place = words[++i];
        else if (word == "--turns")
            options.turns = true;
        else if (word == "--reference-cycles")
            options.cycles = slurm::CycleMode::reference;
        else
            places.emplace_back(word);
    }
    auto const release = slurm::release_of(release_text.empty() ? "22.05" : release_text);
    if (!release)
        std::fprintf(
            stderr, "--release \"%s\" is no release such as 24.11\n", release_text.c_str());
    if (places.size() != 2 || !release) {
        std::fputs("usage: slurm_player FOLDER OUT.csv [--phase SECONDS] [--turns] "
                   "[--release RELEASE] [--reference-cycles] [--events FILE] [--snapshot ARCHIVE "
                   "--at SECONDS "
                   "--recorded OUT.csv]\n",
                   stderr);
        return 2;
    }
    auto workload = read_workload(places[0]);
    if (!workload) {
        std::fputs(to_text(workload.error()).c_str(), stderr);
        return 3;
    }
    workload->site.settings.release = *release;
    for (auto const& remark : workload->remarks)
        std::fprintf(stderr, "warning: %s\n", remark.c_str());
    if (!snapshot.archive.empty()) {
        auto const done = play_snapshot(*workload, snapshot, options, places[1]);
        if (!done) std::fputs(to_text(done.error()).c_str(), stderr);
        return done ? 0 : 3;
    }
    std::ofstream events;
    if (!events_place.empty()) {
        events.open(events_place);
        options.events = &events;
    }
    auto const played = play(*workload, options);
    for (auto const& complaint : played.complaints) std::fprintf(stderr, "%s\n", complaint.c_str());
    if (!write_table(places[1], played.rows)) {
        std::fprintf(stderr, "cannot write %s\n", places[1].c_str());
        return 5;
    }
    return 0;
}
