-- What doctors do: results, notes and attachments with their authors, closings that are kept, and the log of who read
-- or changed what.

-- ---------------------------------------------------------------- evaluations

alter table evaluations
  -- Raised by every change of what the detail shows: what ETag and If-Match are made of.
  add column revision integer not null default 1 check (revision > 0),
  -- How often it has been closed; 0 before the first time.
  add column version integer not null default 0 check (version >= 0),
  -- The desk confirmed it with its pictures (under an Idempotency-Key): what is not here yet waits on some tablet.
  add column expects_media boolean not null default false;

update evaluations set expects_media = true from idempotency_keys
  where idempotency_keys.route = 'POST /api/v1/evaluations'
    and evaluations.id = (idempotency_keys.answer ->> 'id')::uuid;

-- Nothing could sign before this: whatever says it is closed (the demo clinic) has no closing and no documents.
update evaluations set status = 'en_proceso', closed_at = null, doctor_id = null where status = 'cerrada';

-- The list's usual question, over branches where nearly all evaluations are closed.
create index evaluations_open on evaluations (branch_id, started_at desc, id)
  where status in ('pendiente', 'en_proceso');

-- Counting a filtered or searched list reads this index alone, not the rows.
drop index evaluations_branch_status;
create index evaluations_branch_status on evaluations (branch_id, status, started_at desc, id)
  include (patient_id, employer_company_id, contractor_company_id);

alter table exam_orders add column updated_by uuid references users;
alter table notes add column created_by uuid references users, add column updated_by uuid references users;

-- No call could write an attachment before this, so there is nothing to fill in.
alter table attachments
  add column received_sha256 text not null check (received_sha256 ~ '^[0-9a-f]{64}$'),
  add column stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$');

-- ---------------------------------------------------------------- closings

-- One row a signature, never changed: the doctor as they were, and all that the documents print.
create table closings (
  evaluation_id uuid not null references evaluations,
  version integer not null check (version > 0),
  closed_at timestamptz not null,
  closed_by uuid not null references users,
  doctor_id uuid not null references doctors,
  doctor_name text not null,
  doctor_specialty text,
  doctor_license_number text not null,
  doctor_registration_number text,
  doctor_signature_path text,
  doctor_signature_sha256 text check (doctor_signature_sha256 ~ '^[0-9a-f]{64}$'),
  -- server/closing/canonical.ts makes the text that content_sha256 (hexadecimal) is the digest of.
  content jsonb not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  primary key (evaluation_id, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger closings_append_only before update or delete on closings
  for each row execute function refuse_change();
create trigger closings_not_truncated before truncate on closings
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------- activity

-- Who read or changed what. Names are those of that day. Each line carries the SHA-256 of the one before it and of
-- itself, so that a line changed or taken out shows. Cutting off the newest lines does not: compare with a copy.
create table activity (
  sequence bigint primary key check (sequence > 0),
  at timestamptz not null,
  user_id uuid not null references users,
  user_name text not null,
  branch_id uuid references branches,
  branch_name text,
  action text not null,
  status text not null check (status in ('done', 'refused')),
  evaluation_id uuid references evaluations,
  device text,
  -- Ids, counts and versions; nothing that names or describes a person.
  detail jsonb not null default '{}',
  prev_hash bytea not null check (octet_length(prev_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  search_text text not null generated always as
    (fold_text(user_name || ' ' || coalesce(branch_name, '') || ' ' || left(coalesce(evaluation_id::text, ''), 8))) stored
);
create index activity_action on activity (action, sequence desc);
create index activity_evaluation on activity (evaluation_id, sequence desc);
create index activity_search on activity using gin (search_text gin_trgm_ops);

-- What is hashed: every column that is written, as a JSON array, whose text form PostgreSQL fixes.
create function activity_hash(line activity) returns bytea language sql stable as $$
  select sha256(line.prev_hash || convert_to(jsonb_build_array(
    line.sequence, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), line.user_id, line.user_name,
    line.branch_id, line.branch_name, line.action, line.status, line.evaluation_id, line.device, line.detail
  )::text, 'UTF8'))
$$;

create function activity_genesis() returns bytea language sql immutable as $$ select sha256('ventanilla'::bytea) $$;

-- One writer at a time, to the end of its transaction: no gap, no fork. A statement inside a function sees what was
-- committed before it began, so the last line is read after the lock is held. Callers insert as their last statement.
create function chain_activity() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(727004);
  select sequence, hash into last from activity order by sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.prev_hash := coalesce(last.hash, activity_genesis());
  new.hash := activity_hash(new);
  return new;
end $$;

create trigger activity_chain before insert on activity for each row execute function chain_activity();
create trigger activity_append_only before update or delete on activity
  for each row execute function refuse_change();
create trigger activity_not_truncated before truncate on activity
  for each statement execute function refuse_change();
