# Run once, when the database of compose.yml is made: the service works as a role that owns nothing. The backup reads
# the log of the database, for which pg_hba.conf lets in nobody from elsewhere.
psql --no-psqlrc --username grundbok --dbname grundbok \
  --command "create role service login password '$POSTGRES_PASSWORD'"
echo 'host replication grundbok all scram-sha-256' >>"$PGDATA/pg_hba.conf"
