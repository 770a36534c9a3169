// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/format_option.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/terminal.hpp"

namespace clustersim {

OptionRow* add_format_option(Command& command,
                             Format& format,
                             std::span<std::pair<std::string_view, Format::Kind> const> names,
                             std::string const& description) {
    format.width = stdout_width();
    format.utf8 = locale_is_utf8();
    OptionRow* const option =
        add_own_format_option<Format::Kind>(command, format.kind, names, description);
    command
        .add_option(
            "--width",
            format.width,
            "characters of a line of a table (default: those of the terminal, 80 in a pipe)")
        ->between(40, 10'000)
        ->type_name("N")
        ->unit("characters");
    make_rare(command, {"--width"});
    return option;
}

OptionRow* add_detail_option(Command& command, Format& format) {
    return command.add_flag(
        "--detail",
        format.detail,
        "print every table, column, picture and note, as other formats always do");
}

}  // namespace clustersim
