// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/queue_look.hpp"

#include "sim/commands/look/snapshot_at.hpp"
#include "sim/commands/look/stored_replicate.hpp"
#include "sim/slurm/views/moment_text.hpp"
#include "sim/study/shown_replicate.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace clustersim {
namespace {

Result<slurm::NamedMoment> moment_in(std::string const& text) {
    return slurm::parse_moment(text, slurm::Snapshot{}.origin);
}

ReplicateMoment moment_at(LookQuestion const& question, Instant at) {
    return {question.variant, question.replicate.value_or(0), at};
}

/// The instant that a text such as "2d4h" or "submit+1h" names in the queue.
Result<Instant> named_instant(LookQuestion const& question, std::string const& text) {
    auto const moment = moment_in(text);
    if (!moment) return failure(moment.error());
    if (!moment->after_submission) return Instant{moment->seconds};
    auto const start = replay_result(question.folder, moment_at(question, Instant{}));
    if (!start) return failure(start.error());
    return start->submitted + Seconds{moment->seconds};
}

}  // namespace

bool LookQuestion::names_moments() const {
    for (std::string const* text : std::array{&since, &until})
        if (!text->empty() && !moment_in(*text)) return false;
    return moment_in(at).has_value();
}

Answered<LookAnswer> look_at_queue(LookQuestion question) {
    Answered<LookAnswer> out;
    out.remark(choose_replicate(question));
    std::optional<Instant> since;
    std::optional<Instant> until;
    for (auto const& [text, instant] :
         {std::pair(&question.since, &since), std::pair(&question.until, &until)}) {
        if (text->empty()) continue;
        auto named = named_instant(question, *text);
        if (out.value_of(named) == nullptr) return out;
        *instant = *named;
    }
    auto at = named_instant(question, question.at);
    if (out.value_of(at) == nullptr) return out;
    auto snapshot = snapshot_at(question.folder, moment_at(question, *at));
    if (out.value_of(snapshot) != nullptr)
        out.answer = LookAnswer{std::move(*snapshot), since, until};
    return out;
}

std::string choose_replicate(LookQuestion& question) {
    if (question.replicate) return {};
    ShownReplicate const shown = stored_shown_replicate(question.folder, question.variant);
    question.replicate = shown.number;
    return shown.of > 1 ? fmt::format("shown: {}\n", shown_text(shown)) : std::string();
}

}  // namespace clustersim
