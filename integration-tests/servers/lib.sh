# Shared by the scripts of this folder (sourced, bash). Needs what a Debian with JDK 17 and Maven has.
# Everything lives in the user's own cache folder; nothing is installed in the system, root is not needed.

CACHE=${TRIBUTARY_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set}/.cache}/tributary}
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
ARCH=$(uname -m)

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Local servers come from Debian packages; say what to install where that cannot be.
require_debian() {
  local tool
  for tool in apt-get dpkg-deb flock tar; do
    command -v "$tool" >/dev/null ||
      fail "local MySQL servers need Debian (or Ubuntu): '$tool' is missing. Run on Debian 12 or newer, or name a target with -Dtributary.target.url and your own servers."
  done
  [ -e "$KEYRING" ] || fail "the keys of Debian's archive are missing ($KEYRING): apt-get install debian-archive-keyring"
}

# One installation at a time for this user; others wait and find it done.
lock_cache() {
  mkdir -p "$CACHE"
  exec 9>"$CACHE/install.lock"
  flock 9
}

# The mirror of the machine's own package sources, else Debian's.
debian_mirror() {
  local mirror
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *(https?:\/\/[^ ]*\/debian)\/?( .*|$)/\3/p' | sed -n 1p) || true
  printf '%s\n' "${mirror:-http://deb.debian.org/debian}"
}

# private_apt SUITE: an apt state of its own in the cache; sets APT_CONFIG and APT_FOLDER.
# TRIBUTARY_DEBIAN_MIRROR names another mirror.
private_apt() {
  local suite=$1
  APT_FOLDER=$CACHE/apt-$suite
  mkdir -p "$APT_FOLDER"/lists/partial "$APT_FOLDER"/cache/archives/partial "$APT_FOLDER"/sources.d "$APT_FOLDER"/preferences.d "$APT_FOLDER"/debs
  : >"$APT_FOLDER/status"
  echo "deb [signed-by=$KEYRING] ${TRIBUTARY_DEBIAN_MIRROR:-$(debian_mirror)} $suite main" >"$APT_FOLDER/sources.list"
  cat >"$APT_FOLDER/apt.conf" <<CONF
Dir::State "$APT_FOLDER"; Dir::State::lists "$APT_FOLDER/lists"; Dir::State::status "$APT_FOLDER/status"; Dir::Cache "$APT_FOLDER/cache";
Dir::Etc::sourcelist "$APT_FOLDER/sources.list"; Dir::Etc::sourceparts "$APT_FOLDER/sources.d";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "$APT_FOLDER/preferences.d";
APT::Sandbox::User ""; Acquire::Retries "3"; Acquire::Languages "none";
CONF
  export APT_CONFIG=$APT_FOLDER/apt.conf
  echo "package lists of Debian $suite"
  apt-get update -qq
}

# download_packages NAME..: into $APT_FOLDER/debs, emptied before.
download_packages() {
  rm -f "$APT_FOLDER"/debs/*.deb
  (cd "$APT_FOLDER/debs" && apt-get download -qq "$@")
}

# write_program PREFIX NAME COMMAND..: PREFIX/bin/NAME runs COMMAND with further arguments.
write_program() {
  local file=$1/bin/$2
  shift 2
  mkdir -p "$(dirname "$file")"
  { echo '#!/bin/sh'; echo "exec $* \"\$@\""; } >"$file.new"
  chmod +x "$file.new"
  mv "$file.new" "$file"
}

# initialise PREFIX: the data folder that every server starts from. User root without password, from localhost and anywhere.
initialise() {
  local prefix=$1 fresh=$1/template.new
  [ -d "$prefix/template" ] && return
  echo "data folder template"
  rm -rf "$fresh"
  printf '%s\n' "CREATE USER root@'%' IDENTIFIED BY '';" "GRANT ALL ON *.* TO root@'%' WITH GRANT OPTION;" >"$prefix/init.sql"
  "$prefix/bin/mysqld" --initialize-insecure --datadir="$fresh" --init-file="$prefix/init.sql" \
    --innodb-buffer-pool-size=64M --innodb-redo-log-capacity=8M --innodb-flush-log-at-trx-commit=0 \
    --innodb-doublewrite=OFF --performance-schema=OFF --log-error="$prefix/init.log" ||
    { cat "$prefix/init.log" >&2; fail "MySQL's data folder could not be initialised"; }
  # Each server makes its own server UUID.
  rm -f "$fresh/auto.cnf"
  mv "$fresh" "$prefix/template"
}
