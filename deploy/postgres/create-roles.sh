#!/bin/sh
# Runs once, when the data folder is empty. Creates a role for the service and one for Temporal, neither a superuser.
set -eu

psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=stamping_password="$STAMPING_DB_PASSWORD" --set=temporal_password="$TEMPORAL_DB_PASSWORD" <<'SQL'
create role stamping login password :'stamping_password';
create database stamping owner stamping;
-- The job temporal-schema creates Temporal's two databases.
create role temporal login createdb password :'temporal_password';
SQL
