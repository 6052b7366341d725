#!/usr/bin/env bash
# The newest MySQL of Debian sid for the current user, run under its own loader and C library; MySQL 8.0.33 where
# sid cannot be had. Prints the folder of the installation as its last line: bin/mysqld in it, and template, an
# initialised data folder. Quick when it is there already. usage: mysql.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/lib.sh"
require_debian
lock_cache
prefix=$CACHE/mysql-sid

# What mysqld does not need at run time, or what would drag in a whole system.
unneeded='^(perl|libperl|libgdbm|libdb5|gcc-[0-9]+-base|libc-gconv|libtirpc-common|libbz2|libcrypt1|openssl-provider|libsasl2-modules)'

install_from_sid() {
  local fresh=$prefix.new lib packages package
  private_apt sid || return 1
  packages=$(apt-get install -s --no-install-recommends mysql-server-core mysql-client-core |
    awk '$1 == "Inst" { print $2 }' | grep -Ev "$unneeded") || return 1
  echo "packages:" $packages
  # shellcheck disable=SC2086 # one word each
  download_packages $packages || return 1
  rm -rf "$fresh"
  mkdir -p "$fresh"
  for package in "$APT_FOLDER"/debs/*.deb; do dpkg-deb -x "$package" "$fresh" || return 1; done
  rm -f "$APT_FOLDER"/debs/*.deb
  rm -rf "$fresh"/usr/share/doc "$fresh"/usr/share/man "$fresh"/usr/share/locale
  lib=$fresh/usr/lib/$ARCH-linux-gnu
  if "$(loader "$lib")" --library-path "$lib" --list "$fresh/usr/sbin/mysqld" | grep 'not found'; then
    echo "libraries are missing among the packages of sid" >&2
    return 1
  fi
  rm -rf "$prefix"
  mv "$fresh" "$prefix"
}

loader() {
  local file
  for file in "$1"/ld-linux-*.so.*; do
    printf '%s\n' "$file"
    return
  done
}

write_programs() {
  local lib=$prefix/usr/lib/$ARCH-linux-gnu run share=$prefix/usr/share/mysql name
  run="$(loader "$lib") --library-path $lib"
  write_program "$prefix" mysqld "$run $prefix/usr/sbin/mysqld --no-defaults --user=\"\$(id -un)\" --basedir=$prefix/usr" \
    "--plugin-dir=$prefix/usr/lib/mysql/plugin --lc-messages-dir=$share --character-sets-dir=$share/charsets"
  for name in mysql mysqladmin mysqlbinlog mysqldump; do
    # Servers with mysql_native_password (TiDB among them) need the client's plugin.
    write_program "$prefix" $name "$run $prefix/usr/bin/$name --no-defaults --plugin-dir=$prefix/usr/lib/mysql/plugin"
  done
}

# A failed attempt is not repeated on the same day: it costs a minute.
if [ ! -d "$prefix/usr" ] && { [ -n "$(find "$CACHE/sid-failed" -mtime -1 2>/dev/null)" ] || ! (install_from_sid); }; then
  [ -n "$(find "$CACHE/sid-failed" -mtime -1 2>/dev/null)" ] || touch "$CACHE/sid-failed"
  echo "MySQL of Debian sid cannot be had here (see above); taking MySQL 8.0.33 from Maven Central" >&2
  exec "$here/mysql80.sh"
fi
write_programs
initialise "$prefix"
"$prefix/bin/mysqld" --version
printf '%s\n' "$prefix"
