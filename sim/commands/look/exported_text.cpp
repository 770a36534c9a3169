// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/exported_text.hpp"

#include "sim/commands/look/record_queue.hpp"
#include "sim/report/result_mark.hpp"

#include <utility>

namespace clustersim {

Answered<std::string> exported_text(LookQuestion question, ExportFormat const& format) {
    Answered<std::string> out;
    // A truncated result is found at once, as is one of another version.
    auto mark = read_result(question.folder);
    if (out.value_of(mark) == nullptr) return out;
    out.remark(choose_replicate(question));
    auto queue = recorded_queue(question.folder, question.variant, *question.replicate);
    if (out.value_of(queue) == nullptr) return out;
    auto text = format.text({std::move(*queue), mark->title});
    if (out.value_of(text) != nullptr) out.answer = std::move(*text);
    return out;
}

}  // namespace clustersim
