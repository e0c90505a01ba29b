-- Administration: rows that two people may change, links that are used once, and what the home screen counts by.

-- Raised with every change of a row: what `If-Match: "r<revision>"` is compared with.
create function raise_row_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

do $$
declare resource text;
begin
  foreach resource in array array['companies', 'evaluation_types', 'exams', 'doctors', 'branches'] loop
    execute format('alter table %I add column revision integer not null default 1', resource);
    execute format('create trigger row_revision before update on %I
      for each row execute function raise_row_revision()', resource);
  end loop;
end $$;
-- Of users the commands raise it themselves: a sign-in writes to the row and is no change of it.
alter table users
  add column revision integer not null default 1,
  -- What the administrator wrote when suspending; gone with the reactivation.
  add column status_reason text;

-- False for an exam whose very name discloses something: the employer's concept leaves it out.
alter table exams add column shown_on_concept boolean not null default true;

-- Branches are a catalogue too: searched, ordered and mirrored as the others are.
alter table branches add column search_text text not null generated always as
  (fold_text(name || ' ' || coalesce(address, '') || ' ' || coalesce(contact_email, '') || ' ' || coalesce(contact_phone, ''))) stored;
create index branches_name on branches (name collate "es-x-icu", id);
create index branches_search on branches using gin (search_text gin_trgm_ops);
insert into catalog_revisions (resource) values ('branches');
create trigger revision_on_insert after insert on branches referencing new table as changed
  for each statement execute function raise_catalog_revision();
create trigger revision_on_update after update on branches referencing new table as changed
  for each statement execute function raise_catalog_revision();

alter table users add column search_text text not null generated always as
  (fold_text(display_name || ' ' || email)) stored;
create index users_name on users (display_name collate "es-x-icu", id);
create index users_search on users using gin (search_text gin_trgm_ops);

-- Only the SHA-256 of a token is kept. A used one stays, so that its second use is told from an invention of somebody.
create table one_time_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('invitation', 'password_reset', 'first_administrator')),
  -- Null for the first administrator, whose account the token makes.
  user_id uuid references users,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((user_id is null) = (purpose = 'first_administrator'))
);
create index one_time_tokens_user on one_time_tokens (user_id);
-- A new link of a purpose voids the older ones, whoever makes two at once.
create unique index one_time_tokens_live on one_time_tokens (user_id, purpose) nulls not distinct where used_at is null;

-- Metrics count by capture; whether somebody is new is asked of their first evaluation.
create index evaluations_branch_captured on evaluations (branch_id, captured_at);
create index evaluations_captured on evaluations (captured_at);
create index evaluations_patient_captured on evaluations (patient_id, captured_at);
