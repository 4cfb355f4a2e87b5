#!/usr/bin/env bash
# Installs the Debian packages that Octavo needs and this machine lacks: the services of development and tests
# (PostgreSQL, Ceph's S3 gateway, a browser, a terminal), the sandbox, the PDF tools and a JDK. Run it as root or as someone who
# may sudo:
#
#   scripts/install-packages.sh            what it takes to run and develop
#   scripts/install-packages.sh --tests    and what the tests need as well: Prometheus, Caddy, PgBouncer, JUnit,
#                                          and what the Python client is built and checked with
#
# It looks for each program first, so a second run changes nothing and needs neither root nor a network.
set -euo pipefail

has() { command -v "$1" >/dev/null 2>&1; }
has_python_package() { /usr/bin/python3 -Ic "import $1" >/dev/null 2>&1; }
has_postgres() { has postgres || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null; }

# Daemons may live outside the PATH of an ordinary user.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
missing=()
has_postgres || missing+=(postgresql)
has radosgw || missing+=(radosgw)
has ceph-mon || missing+=(ceph-mon)
has ceph-osd || missing+=(ceph-osd)
has bwrap || missing+=(bubblewrap)
has qpdf || missing+=(qpdf)
has pdftoppm || missing+=(poppler-utils)
has tesseract || missing+=(tesseract-ocr tesseract-ocr-eng tesseract-ocr-deu tesseract-ocr-osd)
{ has java && has javac; } || missing+=(default-jdk-headless)
has prlimit || missing+=(util-linux)
has curl || missing+=(curl)
has jq || missing+=(jq)
{ has chromium || has chromium-browser; } || missing+=(chromium fonts-liberation)
has tmux || missing+=(tmux)
if [ "${1:-}" = --tests ]; then
  has promtool || missing+=(prometheus)
  has caddy || missing+=(caddy)
  has pgbouncer || missing+=(pgbouncer)
  has_python_package httpx || missing+=(python3-httpx)
  has_python_package pytest || missing+=(python3-pytest)
  has_python_package mypy || missing+=(mypy)
  has_python_package build || missing+=(python3-build)
  has_python_package hatchling || missing+=(python3-hatchling)
  has_python_package ensurepip || missing+=(python3-venv)
  [ -e /usr/share/java/junit-platform-console-standalone.jar ] || missing+=(junit5)
fi

if [ ${#missing[@]} -eq 0 ]; then
  echo 'All packages are present.'
  exit 0
fi

if ! has apt-get; then
  echo "Missing: ${missing[*]}. apt-get was not found: install the equivalent packages with your own package manager." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! has sudo; then
    echo "Missing: ${missing[*]}. Installing them needs root: run this as root, or install sudo." >&2
    exit 1
  fi
  as_root=(sudo)
fi

install_packages() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

echo "Installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q

# Debian makes and starts a cluster of its own with the server package. Ours are made by `npm run services`, so the
# package is told not to, for the length of this installation only.
cluster_conf=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " == *' postgresql '* ]]; then
  install_packages postgresql-common
  conf_before=$(mktemp)
  cp "$cluster_conf" "$conf_before"
  trap '"${as_root[@]}" cp "$conf_before" "$cluster_conf"; rm -f "$conf_before"' EXIT
  "${as_root[@]}" pg_conftool "$cluster_conf" set create_main_cluster off
fi
install_packages "${missing[@]}"
echo "Installed: ${missing[*]}"
