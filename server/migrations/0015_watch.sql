-- Who looks after the clinic's server: which providers are alive, and which alerts are on (docs/decisions/0025). A provider of
-- the version before knows neither table and goes on working beside one of this version.

-- One row a running provider, written every half minute. Unlogged: it costs no flush of the disk, and after a crash each is
-- there again with its next sign of life.
create unlogged table providers (
  id uuid primary key,
  -- The machine's name, for whoever looks after it.
  host text not null check (length(host) <= 255),
  version text not null check (length(version) <= 100),
  started_at timestamptz not null,
  -- By the database's clock.
  seen_at timestamptz not null default now(),
  -- By how much the machine's clock is ahead of the database's, in milliseconds; null where the line was too slow to tell.
  ahead_ms integer,
  -- Of the folder of its data.
  disk_free bigint,
  disk_total bigint
);

-- What is the matter with the server, from when to when, and whether it was told by mail. One that is over and told is gone.
create table alerts (
  kind text primary key check (length(kind) <= 50),
  began_at timestamptz not null,
  -- When it was last so.
  seen_at timestamptz not null,
  -- When it had not been so for a while; null while it is.
  ended_at timestamptz,
  -- When a mail server took the mail of its beginning.
  told_at timestamptz,
  -- Of the next mail, its beginning's or its end's.
  tries integer not null default 0,
  due_at timestamptz not null
);
