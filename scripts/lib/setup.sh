# Installs what a script needs and the machine lacks; sourced by the scripts, never run by itself.
#
#   cane_need <feature>...   features: python build emulator host analysis picture debug
#
# Prints nothing and changes nothing when all is there. Never decides what a script does afterwards, and never relies on
# which python3 comes first in PATH: the scripts run /usr/bin/python3, the one that apt's python3-* packages belong to.

# Another Python's home or modules would be loaded into ours; and nothing may litter the sources with compiled modules.
unset PYTHONHOME PYTHONPATH
export PYTHONDONTWRITEBYTECODE=1

cane_has_command() { command -v "$1" >/dev/null 2>&1; }
cane_has_arm_library() { [[ $(arm-none-eabi-g++ -print-file-name="$1" 2>/dev/null) == /* ]]; }
cane_has_python_module() {
  /usr/bin/python3 -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)' "$1" 2>/dev/null
}

# The Debian and Ubuntu packages of one feature that are missing, one a line.
cane_missing() {
  case $1 in
    python)
      [[ -x /usr/bin/python3 ]] || echo python3 ;;
    build)
      cane_missing python
      cane_has_command cmake || echo cmake
      cane_has_command ninja || echo ninja-build
      cane_has_command git || echo git
      cane_has_command arm-none-eabi-g++ || echo gcc-arm-none-eabi
      cane_has_arm_library libstdc++.a || echo libstdc++-arm-none-eabi-newlib ;;
    emulator)
      [[ -n ${CANE_QEMU:-} ]] || cane_has_command qemu-system-arm || echo qemu-system-arm ;;
    host)
      cane_has_command g++ || echo g++
      [[ -e /usr/include/gtest/gtest.h ]] || echo libgtest-dev
      [[ -e /usr/include/gmock/gmock.h ]] || echo libgmock-dev
      [[ -e /usr/include/rapidcheck.h || -e /usr/include/rapidcheck/rapidcheck.h ]] || echo librapidcheck-dev ;;
    analysis)
      cane_has_command clang++-19 || echo clang-19
      cane_has_command clang-tidy-19 || echo clang-tidy-19
      cane_has_command clang-format-19 || echo clang-format-19 ;;
    picture)
      cane_has_python_module matplotlib || echo python3-matplotlib ;;
    debug)
      cane_has_command gdb-multiarch || echo gdb-multiarch ;;
    *)
      echo "setup.sh: there is no feature $1" >&2
      return 1 ;;
  esac
}

cane_why() {
  case $1 in
    python) echo "run the scripts" ;;
    build) echo "build for the boards" ;;
    emulator) echo "run the images" ;;
    host) echo "build and run the tests on the desk" ;;
    analysis) echo "check layout, style and locks" ;;
    picture) echo "draw the timelines" ;;
    debug) echo "debug an image" ;;
  esac
}

cane_fail() {
  echo "${0##*/}: $*" >&2
  exit 2
}

# apt-get as root. Output goes to stderr: a script's stdout is what the script has to say.
cane_apt() {
  local -a as_root=()
  if [[ $(id -u) != 0 ]]; then
    cane_has_command sudo || cane_fail "installing needs root, and there is no sudo; as root, run: apt-get install $missing_list"
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@" >&2
}

cane_install() {
  local missing_list=$*
  cane_has_command apt-get || cane_fail "this machine has no apt-get; install what is the same as Debian's packages: $missing_list"
  # Lists can be absent or stale, and a stale list names files that the archive no longer has.
  cane_apt update || echo "${0##*/}: the package lists could not be refreshed; trying with the ones that are here" >&2
  cane_apt install -y --no-install-recommends "$@" ||
    cane_fail "could not install: $missing_list
  If the archive could not be reached, check the network (and http_proxy) and try again.
  If a package is unknown here, this release is too old: Debian 12 or Ubuntu 24.04 or newer has all of them."
}

cane_check_cmake() {
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\.[0-9]*\).*/\1/p')
  [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -n 1) == 3.25 ]] ||
    cane_fail "CMake $version is too old, 3.25 or newer is needed; remove the one in PATH ($(command -v cmake)) or use a newer release"
}

cane_need() {
  local feature package answer
  local -a missing=()
  for feature in "$@"; do
    answer=$(cane_missing "$feature") || exit 2
    [[ -z $answer ]] || echo "${0##*/}: to $(cane_why "$feature"), this machine lacks:" $answer >&2
    for package in $answer; do missing+=("$package"); done
  done
  ((${#missing[@]} == 0)) || cane_install "${missing[@]}"
  for feature in "$@"; do
    answer=$(cane_missing "$feature")
    [[ -z $answer ]] || cane_fail "still missing after the installation:" $answer
    [[ $feature != build ]] || cane_check_cmake
  done
}

# Whether the person only asks for help, for which nothing has to be installed beyond Python.
cane_wants_help() {
  local argument
  for argument in "$@"; do
    case $argument in
      --) return 1 ;;
      -h | --help) return 0 ;;
    esac
  done
  return 1
}

# cane_run "<features>" <command>.py [argument]...: installs the features, then becomes the command.
cane_run() {
  local features=$1 command=$2
  shift 2
  if cane_wants_help "$@"; then features=python; fi
  cane_need $features
  exec /usr/bin/python3 "$(dirname "${BASH_SOURCE[0]}")/$command" "$@"
}
