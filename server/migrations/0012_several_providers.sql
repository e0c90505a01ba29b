-- What several providers on one database have to know of each other. A provider of the version before goes on working
-- beside one of this version: nothing that it reads or writes was taken away.

-- ---------------------------------------------------------------- attempts

-- How often something limited was tried (sign-in above all), counted by all providers together. Unlogged: it costs no
-- flush of the disk, and a crash of the database forgets the counts of the last minutes.
create unlogged table attempts (
  -- A digest of what is counted: no address lies here.
  counter bytea primary key,
  tried integer not null,
  ends_at timestamptz not null
);
create index attempts_ends_at on attempts (ends_at);

-- Counts one attempt, by each counter until one is used up: who is stopped by the first costs the others nothing. Callers
-- name the counters in one order, so that none waits for another in a circle. A lock that does not come refuses the attempt.
-- Each call adds one row a counter, and takes up to ten away whose time has passed, last and without waiting.
-- Answers the seconds to wait; 0 where it may be tried.
create function count_attempt(counters bytea[], most integer[], lasts_seconds integer) returns integer
  language plpgsql set lock_timeout = '2s' as $$
declare
  counted attempts;
  wait integer := 0;
begin
  for place in 1 .. cardinality(counters) loop
    insert into attempts as known values (counters[place], 1, now() + make_interval(secs => lasts_seconds))
      on conflict (counter) do update set
        tried = case when known.ends_at <= now() then 1 else least(known.tried, most[place]) + 1 end,
        ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
      returning * into counted;
    if counted.tried > most[place] then
      wait := greatest(1, ceil(extract(epoch from counted.ends_at - now())))::integer;
      exit;
    end if;
  end loop;
  delete from attempts where counter in
    (select counter from attempts where ends_at <= now() order by ends_at limit 10 for update skip locked);
  return wait;
end $$;

-- ---------------------------------------------------------------- mails

-- Mails that have to go out. A row holds no link: whoever sends it makes the token then, so that nothing here opens an
-- account. `due_at` is when it is tried next, or the end of the lease of who tries it now. Sent or given up, it is gone.
create table mails (
  id uuid primary key,
  purpose text not null check (purpose in ('invitation', 'password_reset')),
  user_id uuid references users (id) on delete cascade,
  -- The address that somebody typed who asks for a reset, until it is known whose it is: one that nobody has takes the
  -- same time to answer.
  email text check (length(email) <= 320),
  -- The administrator; null where the person asked.
  asked_by uuid references users (id),
  device text,
  asked_at timestamptz not null,
  tries integer not null default 0,
  due_at timestamptz not null default now(),
  check (num_nonnulls(user_id, email) = 1)
);
create index mails_due_at on mails (due_at);
create index mails_user_id on mails (user_id);

-- The mail that a link went out with: the next try of the same mail replaces the token of the try before. An invitation
-- has one link that the administrator was told and one in the mail. Several starts may each have told a link for the
-- first administrator; the first that is used makes the others worthless.
alter table one_time_tokens add column mail_id uuid;
drop index one_time_tokens_live;
create unique index one_time_tokens_live on one_time_tokens (user_id, purpose) nulls not distinct
  where used_at is null and mail_id is null and purpose <> 'first_administrator'
    and (purpose <> 'password_reset' or created_by is not null);
create unique index one_time_tokens_mail_id on one_time_tokens (mail_id) where mail_id is not null;

-- ---------------------------------------------------------------- app_files

-- Files of the built app whose names tell their content, of every version that was started lately: while one provider
-- after the other is updated, a page that one of them gave asks another for its scripts.
create table app_files (
  name text primary key check (length(name) <= 200),
  content bytea not null,
  started_at timestamptz not null default now()
);
create index app_files_started_at on app_files (started_at);
