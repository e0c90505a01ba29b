-- Which life of the clinic's database this is (docs/decisions/0025). A restore begins another one, so that tablets send again what the
-- copy did not have. Each database has exactly one row; a copy has the row of the life that it was made in.
create table database_life (
  is_only boolean primary key default true check (is_only),
  id uuid not null,
  -- The life that the copy was made in; null for the first.
  after uuid,
  -- Of that life everything that was committed before is here; null where nobody knows.
  holds_until timestamptz,
  began_at timestamptz not null default now()
);
insert into database_life (id) values (gen_random_uuid());
