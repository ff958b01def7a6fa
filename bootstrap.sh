#!/bin/sh
# Makes .venv with everything cardtool needs, and does nothing when it is there already.
#
#   ./bootstrap.sh            what cardtool and its tests need
#   ./bootstrap.sh bench      and what the benchmarks compare it with
#   ./bootstrap.sh browser    and what drives a browser in tests
#
# PYTHON=/path/to/python3 chooses the Python. What is installed is what requirements.lock says,
# down to the hash of every file; nothing else is fetched, save missing packages of the
# system (Python's venv, Pango), where this may install them.
set -eu

CDPATH='' cd -- "$(dirname -- "$0")"

say() { printf '%s\n' "bootstrap: $*" >&2; }

fail() {
    say "$1"
    shift
    [ $# -eq 0 ] || printf '    %s\n' "$@" >&2
    exit 3
}

# --- What is there already -------------------------------------------------------------------

# A virtual environment serves one folder and one Python.
home_of_venv() { printf '%s\n' "$PWD" && .venv/bin/python -I -c 'import sys; print(sys.version)'; }

up_to_date() {
    [ -x .venv/bin/python ] && [ -f ".venv/$1" ] && [ "$(cat ".venv/$1")" = "$(wanted "$1")" ]
}

wanted() {
    case $1 in
        stamp-home) home_of_venv ;;
        stamp-cardtool) cksum requirements.lock pyproject.toml ;;
        stamp-*) cksum "requirements-${1#stamp-}.lock" ;;
    esac
}

stamp() { wanted "$1" >".venv/$1"; }

# --- The system ------------------------------------------------------------------------------

is_new_enough() { "$1" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

has_venv() { "$1" -I -c 'import ensurepip, venv' >/dev/null 2>&1; }

# Prints the first Python that passes every test named.
find_python() {
    for name in ${PYTHON:+"$PYTHON"} python3 python3.13 python3.12 python3.11 python3.14; do
        for test in "$@"; do
            "$test" "$name" || continue 2
        done
        printf '%s\n' "$name"
        return
    done
    return 1
}

# The rulebook's engine, WeasyPrint, loads these; cards and sheets are made without them.
has_pango() {
    "$1" -I -c 'import sys, ctypes.util as u
sys.exit(not all(map(u.find_library, ("pangoft2-1.0", "harfbuzz-subset"))))' >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo -n "$@"
    fi
}

may_apt() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" -eq 0 ] || sudo -n true >/dev/null 2>&1
}

apt_install() {
    say "installing $*"
    as_root apt-get update -qq >/dev/null 2>&1 || say "apt-get update failed; trying with what it knows"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

# Prints the command that installs Python and Pango here.
install_command() {
    if command -v apt-get >/dev/null 2>&1; then
        echo "sudo apt-get install python3 python3-venv libpangoft2-1.0-0 libharfbuzz-subset0"
    elif command -v dnf >/dev/null 2>&1; then
        echo "sudo dnf install python3 pango"
    elif command -v pacman >/dev/null 2>&1; then
        echo "sudo pacman -S python pango"
    elif command -v zypper >/dev/null 2>&1; then
        echo "sudo zypper install python313 libpango-1_0-0"
    elif command -v brew >/dev/null 2>&1 || [ "$(uname)" = Darwin ]; then
        echo "brew install python pango"
    else
        echo "(install Python 3.11 or newer with its venv module, and Pango)"
    fi
}

install_python() {
    may_apt || return 1
    if old=$(find_python is_new_enough); then
        version=$("$old" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        apt_install "python$version-venv" || apt_install python3-venv
    else
        apt_install python3 python3-venv
    fi
}

install_pango() {
    may_apt && apt_install libpangoft2-1.0-0 libharfbuzz-subset0 && return
    say "Pango is missing. Cards and sheets are made without it; the rulebook will need it:"
    printf '    %s\n' "$(install_command)" >&2
}

# --- The virtual environment -----------------------------------------------------------------

pip() { .venv/bin/python -I -m pip --disable-pip-version-check --quiet "$@"; }

make_venv() {
    python=$(find_python is_new_enough has_venv) || {
        install_python || true
        python=$(find_python is_new_enough has_venv) || fail \
            "this needs Python 3.11 or newer with its venv module. Install it with" \
            "$(install_command)" "or name one you have: PYTHON=/path/to/python3 ./bootstrap.sh"
    }
    has_pango "$python" || install_pango
    say "making .venv with $("$python" --version 2>&1)"
    "$python" -I -m venv --clear .venv || fail "the virtual environment could not be made; see above"
    stamp stamp-home
}

install_lock() {
    say "installing the libraries of $1 (the first time, about a minute)"
    pip install --require-hashes --only-binary :all: -r "$1" || fail \
        "the libraries of $1 could not be installed; see above." \
        "Is the network reachable? Then run this again; it takes up where it stopped."
}

install_cardtool() {
    install_lock requirements.lock
    pip install --no-deps --no-build-isolation -e . || fail "cardtool itself could not be installed; see above"
    stamp stamp-cardtool
}

up_to_date stamp-home || make_venv
up_to_date stamp-cardtool || install_cardtool
if [ $# -gt 0 ]; then
    up_to_date "stamp-$1" || { install_lock "requirements-$1.lock" && stamp "stamp-$1"; }
fi
