#!/usr/bin/env bash
# Installs the command line for this job. OCTAVO_CLI has one package or several, separated by spaces.
set -euo pipefail

read -ra packages <<<"$OCTAVO_CLI"
prefix=$RUNNER_TEMP/octavo-cli
mkdir -p "$prefix"
npm install --prefix "$prefix" --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error "${packages[@]}"
