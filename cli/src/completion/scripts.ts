/** Completion scripts that call `octavo complete`, and fall back to file names. */

const bash = `# octavo completion bash
_octavo() {
  local IFS=$'\\n' current="\${COMP_WORDS[COMP_CWORD]}" word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [ -n "$word" ] && COMPREPLY+=("$word")
  done < <(octavo complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -F _octavo octavo
`;

const zsh = `#compdef octavo
# octavo completion zsh
_octavo() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    [ -n "$word" ] && found+=("\${word//:/\\\\:}:$about")
  done < <(octavo complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe octavo found; else _files; fi
}
if [ "$funcstack[1]" = _octavo ]; then _octavo "$@"; else compdef _octavo octavo; fi
`;

const fish = `# octavo completion fish
function __octavo_complete
  set -l words (commandline -opc)
  octavo complete -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c octavo -f -n 'test -n "$(__octavo_complete)"' -a '(__octavo_complete)'
complete -c octavo -F -n 'test -z "$(__octavo_complete)"'
`;

export const scripts = { bash, zsh, fish } as const;
