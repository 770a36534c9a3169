// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/report/atomic_file.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

namespace clustersim {
namespace {

// Each script asks the program itself what can follow, so that it never differs from the program in use.
constexpr std::string_view bash_script = R"(# Completion of clustersim in bash: source this file, or
#   clustersim completion bash > ~/.local/share/bash-completion/completions/clustersim
_clustersim() {
    local program=${COMP_WORDS[0]/#\~/$HOME} typed=${COMP_WORDS[COMP_CWORD]} line
    local IFS=$'\n'
    [[ $typed == = ]] && typed=
    COMPREPLY=()
    for line in $("$program" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
        case $line in
            :files)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -f -- "$typed"))
                ;;
            :folders)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -d -- "$typed"))
                ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done
}
complete -F _clustersim clustersim
)";

constexpr std::string_view zsh_script = R"(#compdef clustersim
# Completion of clustersim in zsh: write it into a folder of $fpath, such as
#   clustersim completion zsh > ~/.zfunc/_clustersim
_clustersim() {
    local line name files
    local -a lines names
    lines=("${(@f)$(${(Q)words[1]} __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    for line in $lines; do
        case $line in
            :files) files=-f ;;
            :folders) files=-/ ;;
            *)
                name=${line%%$'\t'*}
                names+=("${name//:/\\:}${${line#$name}/#$'\t'/:}")
                ;;
        esac
    done
    (( $#names )) && _describe clustersim names
    [[ -n $files ]] || return
    # The value of --option=VALUE.
    compset -P '--[^=]#='
    case $files in
        -f) _files ;;
        *) _files $files ;;
    esac
}
if [ "$funcstack[1]" = _clustersim ]; then _clustersim "$@"; else compdef _clustersim clustersim; fi
)";

constexpr std::string_view fish_script = R"(# Completion of clustersim in fish:
#   clustersim completion fish > ~/.config/fish/completions/clustersim.fish
function __clustersim_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # The value of --option=VALUE, and what is in front of it.
    set -l value (string replace -r -- '^--[^=]*=' '' "$typed")
    set -l option (string match -r -- '^--[^=]*=' "$typed")
    for line in (command $words[1] __complete $words[2..-1] "$typed" 2>/dev/null)
        switch $line
            case ':files'
                for one in (__fish_complete_path "$value")
                    echo -- "$option$one"
                end
            case ':folders'
                for one in (__fish_complete_directories "$value")
                    echo -- "$option$one"
                end
            case '*'
                echo -- $line
        end
    end
end
complete -c clustersim -f -a '(__clustersim_complete)'
)";

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> scripts{
    {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}}};

struct CompletionCommand {
    std::string_view script;
    std::filesystem::path out;
};

void print_script(CompletionCommand const& command, CommandContext& context) {
    if (command.out.empty()) {
        context.print(command.script);
        return;
    }
    if (auto const written = write_file(command.out, command.script); !written)
        context.report(written.error());
}

}  // namespace

void add_completion_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("completion", "Print a script that completes commands in a shell");
    auto command = std::make_shared<CompletionCommand>();
    add_choice_option<std::string_view>(*sub, "SHELL", command->script, scripts, "your shell")
        ->required();
    add_out_option(*sub, command->out, "write it to a file");
    sub->footer("Examples:\n"
                "  . <(clustersim completion bash)\n"
                "  clustersim completion zsh > ~/.zfunc/_clustersim\n"
                "  clustersim completion fish > ~/.config/fish/completions/clustersim.fish\n"
                "See also: docs/terminal.md");
    sub->callback([command, &context] { print_script(*command, context); });
}

}  // namespace clustersim
