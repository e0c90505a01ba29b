-- What comes after a closing: why it was reopened, and notes that clarify it (docs/decisions/0029-who-signs-as-whom.md).

create table reopenings (
  evaluation_id uuid not null,
  version integer not null,
  reopened_at timestamptz not null,
  reopened_by uuid not null references users,
  -- As they were called that day.
  by_name text not null,
  -- Null from a client of the base contract, which gives none.
  reason text check (reason is null or length(reason) between 1 and 500),
  primary key (evaluation_id, version),
  foreign key (evaluation_id, version) references closings
);
create trigger reopenings_append_only before update or delete on reopenings
  for each row execute function refuse_change();
create trigger reopenings_not_truncated before truncate on reopenings
  for each statement execute function refuse_change();

-- 'Nota aclaratoria'.
create table clarifications (
  evaluation_id uuid not null,
  version integer not null,
  number integer not null check (number between 1 and 20),
  content text not null check (length(content) between 1 and 2000),
  written_at timestamptz not null,
  written_by uuid not null references users,
  by_name text not null,
  primary key (evaluation_id, version, number),
  foreign key (evaluation_id, version) references closings
);
create trigger clarifications_append_only before update or delete on clarifications
  for each row execute function refuse_change();
create trigger clarifications_not_truncated before truncate on clarifications
  for each statement execute function refuse_change();
