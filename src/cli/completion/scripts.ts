export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/**
 * The scripts that `svc-sandbox completion` prints. Each passes the words before the cursor to `svc-sandbox complete`,
 * as arguments: no shell evaluates what was typed. Where nothing is offered, they complete files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Works with bash 3.2 of macOS, which has neither mapfile nor the package bash-completion.
  bash: `# bash completion of svc-sandbox
_svc_sandbox() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY+=("$line")
  done < <("$1" complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # "junit=" is followed by a file.
  case "\${COMPREPLY[0]}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _svc_sandbox svc-sandbox
`,
  zsh: `#compdef svc-sandbox
_svc_sandbox() {
  local -a found
  found=("\${(@f)$("\${words[1]}" complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    _describe 'svc-sandbox' found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" = _svc_sandbox ]]; then
  _svc_sandbox "$@"
else
  compdef _svc_sandbox svc-sandbox
fi
`,
  fish: `# fish completion of svc-sandbox
function __svc_sandbox_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] complete fish -- $words[2..-1] 2>/dev/null)
  if test -n "$found"
    string replace '  ' \\t -- $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c svc-sandbox -f -a '(__svc_sandbox_complete)'
`,
}
