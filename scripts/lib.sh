# Shared by scripts/start and scripts/test. Everything here is idempotent and says nothing when there is nothing to do.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif have sudo; then sudo "$@"
  else die "need root (or sudo) for: $*"
  fi
}

apt_updated=no
# apt_need COMMAND PACKAGE…: installs the Debian packages unless the command is there.
apt_need() {
  local command=$1; shift
  have "$command" && return 0
  have apt-get || die "'$command' is missing and this is no Debian machine: please install it by hand"
  say "installing $* (Debian)"
  if [ "$apt_updated" = no ]; then as_root apt-get update -qq; apt_updated=yes; fi
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  have "$command" || die "'$command' is still missing after installing $*"
}

need_rust() {
  have cargo || { [ -x "$HOME/.cargo/bin/cargo" ] && PATH="$HOME/.cargo/bin:$PATH"; } ||
    die "cargo is missing: install Rust 1.95 or newer with rustup"
  have cc || apt_need cc gcc libc6-dev
}

# The browser part: npm packages exactly as locked, then the bundle in web/dist.
need_web_packages() {
  have node && have npm || apt_need npm nodejs npm
  local stamp=web/node_modules/.longroll-lock
  if ! cmp -s web/package-lock.json "$stamp"; then
    say "installing the browser part's packages (npm)"
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp web/package-lock.json "$stamp"
  fi
}

build_web() {
  need_web_packages
  (cd web && node build.mjs)
}
