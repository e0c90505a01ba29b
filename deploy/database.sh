#!/bin/sh
# Run by PostgreSQL's image, once, when the database is made: the program gets a role that owns its database and nothing else,
# with the one right that restoring a copy needs. The superuser can sign in from inside this container alone.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password POSTGRES_PASSWORD
create role ventanilla login password :'password';
create database ventanilla owner ventanilla;
grant set on parameter session_replication_role to ventanilla;
alter role postgres password null;
SQL
