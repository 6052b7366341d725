#!/usr/bin/env bash
# MariaDB for the current user, run under its own loader and C library: 10.11 of Debian 12 (bookworm), or 11.8 of Debian
# sid. Prints the folder of the installation as its last line: bin/mysqld in it, and template, an initialised data
# folder. Quick when it is there already. usage: mariadb.sh [10.11|11.8]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/lib.sh"
version=${1:-10.11}
case $version in
10.11) suite=bookworm ;;
11.8) suite=sid ;;
*) fail "no MariaDB $version here, only 10.11 and 11.8" ;;
esac
require_debian
lock_cache
prefix=$CACHE/mariadb-$version

# What mariadbd does not need at run time, or what would drag in a whole system.
unneeded='^(perl|libperl|libgdbm|libdb5|gcc-[0-9]+-base|libc-gconv|libtirpc-common|openssl-provider|libsasl2-modules|debconf|galera|iproute2|libbpf|libelf|libmnl|libcap2-bin|passwd|adduser|login|init-system-helpers|lsof|mariadb-common|mysql-common|dpkg|tar|rsync|socat|libdbi-perl|libconfig)'

install_packages() {
  local fresh=$prefix.new lib packages package
  private_apt "$suite"
  packages=$(apt-get install -s --no-install-recommends mariadb-server-core mariadb-client-core |
    awk '$1 == "Inst" { print $2 }' | grep -Ev "$unneeded")
  echo "packages:" $packages
  # shellcheck disable=SC2086 # one word each
  download_packages $packages
  rm -rf "$fresh"
  mkdir -p "$fresh"
  for package in "$APT_FOLDER"/debs/*.deb; do dpkg-deb -x "$package" "$fresh"; done
  rm -f "$APT_FOLDER"/debs/*.deb
  # Where the packages still come with links of their own: one lib folder.
  [ -L "$fresh/lib" ] || [ ! -d "$fresh/lib" ] || { cp -a "$fresh/lib/." "$fresh/usr/lib/" && rm -rf "$fresh/lib"; }
  rm -rf "$fresh"/usr/share/doc "$fresh"/usr/share/man "$fresh"/usr/share/locale
  lib=$fresh/usr/lib/$ARCH-linux-gnu
  if "$(loader "$lib")" --library-path "$lib" --list "$fresh/usr/sbin/mariadbd" | grep 'not found'; then
    fail "libraries are missing among the packages of Debian $suite"
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

# Messages, character sets and SQL scripts lie in share/mariadb from 11 on.
share() {
  [ -e "$prefix/usr/share/mysql/charsets" ] && printf '%s\n' "$prefix/usr/share/mysql" || printf '%s\n' "$prefix/usr/share/mariadb"
}

write_programs() {
  local lib=$prefix/usr/lib/$ARCH-linux-gnu run share name
  share=$(share)
  run="$(loader "$lib") --library-path $lib"
  write_program "$prefix" mysqld "$run $prefix/usr/sbin/mariadbd --no-defaults --user=\"\$(id -un)\" --basedir=$prefix/usr" \
    "--plugin-dir=$prefix/usr/lib/mysql/plugin --lc-messages-dir=$share --character-sets-dir=$share/charsets"
  for name in mariadb mariadb-admin mariadb-binlog mariadb-dump; do
    [ ! -e "$prefix/usr/bin/$name" ] || write_program "$prefix" $name "$run $prefix/usr/bin/$name --no-defaults"
  done
}

# The tables of the schema mysql as mariadb-install-db makes them, which is a script of another package.
initialise_mariadb() {
  local fresh=$prefix/template.new share file
  share=$(share)
  [ ! -d "$prefix/template" ] || return 0
  echo "data folder template"
  rm -rf "$fresh"
  mkdir -p "$fresh/mysql" "$fresh/sys"
  {
    printf '%s\n' "use mysql;" "set @auth_root_socket=NULL;"
    for file in mariadb_system_tables mysql_system_tables mariadb_performance_tables mysql_performance_tables \
      mariadb_system_tables_data mysql_system_tables_data maria_add_gis_sp_bootstrap mariadb_sys_schema mysql_sys_schema; do
      [ ! -e "$share/$file.sql" ] || cat "$share/$file.sql"
    done
    printf '%s\n' "use mysql;" "flush privileges;" "drop user if exists ''@'localhost';" \
      "create user if not exists root@'%' identified by '';" "grant all on *.* to root@'%' with grant option;"
  } | "$prefix/bin/mysqld" --bootstrap --datadir="$fresh" --innodb-buffer-pool-size=64M --innodb-log-file-size=16M \
    --innodb-flush-log-at-trx-commit=0 --skip-log-bin --log-warnings=0 --enforce-storage-engine= >"$prefix/init.log" 2>&1 ||
    { cat "$prefix/init.log" >&2; fail "MariaDB's data folder could not be initialised"; }
  mv "$fresh" "$prefix/template"
}

[ -d "$prefix/usr" ] || install_packages
write_programs
initialise_mariadb
"$prefix/bin/mysqld" --version
printf '%s\n' "$prefix"
