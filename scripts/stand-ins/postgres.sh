#!/bin/bash
# The entry point of the replacement for docker.io/library/postgres:18 (scripts/try-compose.sh). It behaves like that
# image as far as compose.yml uses it: a new database is created from the variables, reachable by socket only;
# afterwards pg_hba.conf allows password logins to every database from anywhere, and no replication.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  install -d -o postgres -g postgres -m 0775 /var/run/postgresql
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086  # several words
  initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile <(printf '%s\n' "$POSTGRES_PASSWORD") \
    --set unix_socket_directories=/var/run/postgresql --set listen_addresses='*' $POSTGRES_INITDB_ARGS
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl --pgdata "$PGDATA" --options "-c listen_addresses=''" --wait start
  psql --no-psqlrc --username "$POSTGRES_USER" --dbname postgres --command "CREATE DATABASE \"$POSTGRES_USER\""
  for file in /docker-entrypoint-initdb.d/*.sh; do
    # shellcheck disable=SC1090  # not a constant
    if [ -x "$file" ]; then "$file"; elif [ -e "$file" ]; then . "$file"; fi
  done
  pg_ctl --pgdata "$PGDATA" --mode fast --wait stop
fi
exec "$@"
