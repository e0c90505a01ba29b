-- Entries that one person confirmed and another one sent, and what the tablets say of themselves.

-- ---------------------------------------------------------------- authorship

-- Who confirmed it is created_by; whose session brought it where that was somebody else's (S14).
alter table evaluations add column sent_by uuid references users, add check (sent_by <> created_by);
alter table media add column sent_by uuid references users, add check (sent_by <> created_by);
alter table attachments add column sent_by uuid references users, add check (sent_by <> created_by);

-- By which consent something was kept. `terms` are what the HMAC was made of (domain/outbox/consent.ts), so that it
-- can be checked again. The key is that of idempotency_keys.
create table consents (
  captured_by uuid not null references users,
  key text not null,
  sent_by uuid not null references users,
  consented_at timestamptz not null,
  received_at timestamptz not null,
  terms text[] not null,
  hmac bytea not null check (octet_length(hmac) = 32),
  primary key (captured_by, key),
  check (captured_by <> sent_by)
);
create trigger consents_append_only before update or delete on consents
  for each row execute function refuse_change();
create trigger consents_not_truncated before truncate on consents
  for each statement execute function refuse_change();

-- Under which key an evaluation was made: a consent to a picture names that.
create index idempotency_keys_evaluation on idempotency_keys ((answer ->> 'id'))
  where route = 'POST /api/v1/evaluations';

-- ---------------------------------------------------------------- devices

-- What each tablet said last. Counts and times, nobody's data; the id is the tablet's own.
create table devices (
  id uuid primary key,
  -- Given by an administrator.
  name text,
  is_retired boolean not null default false,
  unsent integer not null check (unsent >= 0),
  attention integer not null check (attention >= 0),
  oldest_captured_at timestamptz,
  storage_used bigint,
  storage_quota bigint,
  storage_persisted boolean,
  browser text,
  first_user_id uuid not null references users,
  last_user_id uuid not null references users,
  branch_id uuid references branches,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Raised by an administrator's change and when a retired one is heard of again; a report is no change.
  revision integer not null default 1 check (revision > 0)
);
-- How many a user has made known of late.
create index devices_first_user on devices (first_user_id, first_seen_at);
