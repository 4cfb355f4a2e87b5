#!/usr/bin/env bash
# Converts files with the command line, and reports what became of them to the workflow.
set -euo pipefail

octavo=$RUNNER_TEMP/octavo-cli/node_modules/.bin/octavo
events=$RUNNER_TEMP/octavo-events.ndjson

# list TEXT: the lines that are not empty.
list() { grep -v '^[[:space:]]*$' <<<"$1" || true; }

mapfile -t files < <(list "$OCTAVO_FILES")
mapfile -t options < <(list "$OCTAVO_OPTIONS")
args=(--json --format "$OCTAVO_FORMAT" --state "${OCTAVO_STATE:-$RUNNER_TEMP/octavo-state}")
[ -z "$OCTAVO_OUTPUT" ] || args+=(--output "$OCTAVO_OUTPUT")
for option in "${options[@]}"; do args+=(--option "$option"); done

# Names of files are printed: while the command line runs, the runner must not take what it prints for commands.
token=$(node -p 'crypto.randomUUID()')
echo "::stop-commands::$token"
code=0
"$octavo" convert "${args[@]}" -- "${files[@]}" >"$events" || code=$?
echo "::$token::"

node "$GITHUB_ACTION_PATH/report.mjs" "$events"
# 3: some files failed.
if [ "$code" -eq 3 ] && [ "$OCTAVO_FAIL_ON_ERROR" != true ]; then code=0; fi
exit "$code"
