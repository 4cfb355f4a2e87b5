#!/usr/bin/env bash
# Builds the images of deploy/Dockerfile and converts a document with them, without a container engine: buildah builds,
# runc runs them as an orchestrator would, as user 10001, on a read-only root, without capabilities, against the real
# services of a set of its own. Needs root, and Debian's buildah, runc and debootstrap.
#
#   scripts/try-images.sh [DIRECTORY]     where base and state are kept between runs; default: a temporary one
#
# Where no registry can be reached the base image is made by debootstrap and tagged with the Dockerfile's own name of it.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
state=${1:-$(mktemp -d)}
base=docker.io/library/node:24-bookworm-slim
set_name=images
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
pids=()

cleanup() {
  for name in api worker; do runc --root "$state/runc" delete --force "octavo-$name" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  [ ! -f "$state/containers" ] || xargs -r buildah rm <"$state/containers" >/dev/null 2>&1 || true
  rm -f "$state/containers"
  npm run --silent services -- wipe --set "$set_name" >/dev/null 2>&1 || true
}
trap cleanup EXIT

make_base() {
  [ -d "$state/rootfs" ] || debootstrap --variant=minbase bookworm "$state/rootfs" >"$state/debootstrap.log"
  local node npm
  node=$(readlink -f node_modules/.bin/node)
  npm=$(dirname "$(readlink -f "$(command -v npm)")")/..
  install -D -m 0755 "$node" "$state/rootfs/usr/local/bin/node"
  mkdir -p "$state/rootfs/usr/local/lib/node_modules"
  cp -rT "$(readlink -f "$npm")" "$state/rootfs/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$state/rootfs/usr/local/bin/npm"
  # The authorities this machine trusts, for a registry behind a proxy.
  if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    install -D -m 0644 /etc/ssl/certs/ca-certificates.crt "$state/rootfs/usr/local/share/ca.crt"
    mkdir -p "$state/rootfs/usr/local/etc"
    echo 'cafile=/usr/local/share/ca.crt' >"$state/rootfs/usr/local/etc/npmrc"
  fi
  tar -C "$state/rootfs" --exclude=./var/cache/apt/archives/*.deb -cf "$state/base.tar" .
  printf 'FROM scratch\nADD base.tar /\n' >"$state/Dockerfile.base"
  buildah bud --quiet -f "$state/Dockerfile.base" -t "$base" "$state" >/dev/null
}

build() {
  for target in api worker all-in-one; do
    echo "building $target"
    buildah bud --quiet --layers --format docker --pull-never -f deploy/Dockerfile --target "$target" -t "localhost/octavo-$target" . >/dev/null
  done
}

# What is in an image beyond its base, and all of it, in MB.
sizes() {
  local mounted container total
  for target in api worker all-in-one; do
    container=$(buildah from --pull-never "localhost/octavo-$target")
    mounted=$(buildah mount "$container")
    total=$(du -smx "$mounted" | cut -f1)
    printf '%-12s %5s MB: node %s, java %s, dependencies %s, engine %s, server %s\n' "$target" "$total" \
      "$(du -sm "$mounted/usr/local/bin/node" | cut -f1)" "$(du -sm "$mounted/usr/lib/jvm" | cut -f1)" \
      "$(du -sm "$mounted/octavo/node_modules" | cut -f1)" \
      "$(du -sm "$mounted/octavo/node_modules/@opendataloader" | cut -f1)" "$(du -sm "$mounted/octavo/server" | cut -f1)"
    buildah rm "$container" >/dev/null
  done
}

# run NAME IMAGE ARG…: one container by the image's own entry point, user and environment, with the variables of the set.
run() {
  local name=$1 image=$2 bundle="$state/bundle-$1" container
  shift 2
  rm -rf "$bundle"
  mkdir -p "$bundle/work"
  chown 10001:10001 "$bundle/work"
  container=$(buildah from --pull-never "localhost/octavo-$image")
  echo "$container" >>"$state/containers"
  buildah mount "$container" >"$bundle/mount"
  IMAGE="localhost/octavo-$image" BUNDLE=$bundle SET=$set_name node_modules/.bin/node scripts/oci-bundle.ts "$@"
  runc --root "$state/runc" run --bundle "$bundle" "octavo-$name"
}

wait_for() {
  for _ in $(seq 120); do
    if curl -fsS "$1" >/dev/null 2>&1; then return 0; fi
    sleep 0.5
  done
  echo "no response from $1" >&2
  return 1
}

buildah inspect --type image "$base" >/dev/null 2>&1 || make_base
build
sizes
npm run --silent services -- up --set "$set_name" >/dev/null
run migrate api server/src/start/migrate.ts
key=$(run admin api server/src/start/admin.ts init --email first@example.com --json | sed -n 's/.*"raw_key": "\(.*\)".*/\1/p')
run api api >"$state/api.log" 2>&1 &
pids+=($!)
run worker worker >"$state/worker.log" 2>&1 &
pids+=($!)
wait_for http://127.0.0.1:3000/health
wait_for http://127.0.0.1:3001/livez
job=$(curl -sS --fail-with-body http://127.0.0.1:3000/jobs -H "X-Api-Key: $key" -F file=@server/test/fixtures/pdf/headings.pdf \
  -F 'options={"format": ["markdown", "json", "html", "text", "tagged-pdf", "annotated-pdf", "images"]}' | sed 's/.*"id": *"\([^"]*\)".*/\1/')
curl -sS --fail-with-body "http://127.0.0.1:3000/jobs/$job?wait=60" -H "X-Api-Key: $key" | grep -q '"status":"done"'
curl -sS --fail-with-body "http://127.0.0.1:3000/jobs/$job/download/markdown" -H "X-Api-Key: $key" >"$state/first.md"
diff "$state/first.md" server/test/fixtures/golden/headings.markdown.txt
curl -sS --fail-with-body http://127.0.0.1:3000/app/ | grep -q '<div id="root">'
echo 'seven formats converted inside the worker image; the markdown is the golden one'
grep -h 'engine_started\|"msg":"attempt ended"' "$state/api.log" "$state/worker.log"
