-- The copies that were made of this database and of its files (server/copies), so that the provider can tell how old they are.
create table copies (
  name text primary key,
  -- The folder, as the operator named it.
  place text not null,
  kind text not null check (kind in ('embedded', 'logical')),
  -- Everything that was committed before is in it, by the earlier of the two clocks.
  held_until timestamptz not null,
  finished_at timestamptz not null,
  -- Sealed, the files that it shares with others included.
  bytes bigint not null check (bytes >= 0),
  files integer not null check (files >= 0),
  -- When it was last restored for a check and found whole; null before that.
  verified_at timestamptz
);
create index copies_verified on copies (held_until desc) where verified_at is not null;
