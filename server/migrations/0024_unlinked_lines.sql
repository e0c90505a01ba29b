-- A line of a change took the log's lock and held it until its commit lay on the disk: one change after the other. Now a change
-- writes its line here, in its own transaction and without that lock. After the commit whoever comes first links all that
-- wait, in one transaction (docs/decisions/0032-lines-are-linked-after-their-commit.md).

-- ---------------------------------------------------------------- lines that are not in the chain yet

-- What `activity` would refuse is refused here: whatever is committed here can be linked.
create table activity_unlinked (
  -- The order in which lines were written, which is the order in which they are linked.
  id bigint primary key generated always as identity,
  -- By the database's clock, to tell how long a line has waited.
  written_at timestamptz not null default clock_timestamp(),
  at timestamptz not null,
  user_id uuid not null references users,
  user_name text not null,
  branch_id uuid references branches,
  branch_name text,
  action text not null,
  status text not null check (status in ('done', 'refused')),
  evaluation_id uuid references evaluations,
  device text,
  -- What a device told is unique in the log, and looked for there before: such a line is written into the log itself.
  detail jsonb not null default '{}' check (not detail ? 'told_at'),
  digest bytea not null check (octet_length(digest) = 32)
)
-- Rows come and go: what is gone is cleared away soon, and nobody waits for a shorter file.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);

-- As activity_hash, but for the line before: there is none yet.
create function unlinked_digest(line activity_unlinked) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), line.user_id, line.user_name,
    line.branch_id, line.branch_name, line.action, line.status, line.evaluation_id, line.device, line.detail
  )::text, 'UTF8'))
$$;

create function digest_unlinked() returns trigger language plpgsql as $$
begin
  new.digest := unlinked_digest(new);
  return new;
end $$;

-- A line goes from here by being one of the newest of the chain, word for word, and no other way.
create function refuse_unlinked_loss() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  gone_lines bigint;
  linked_lines bigint;
begin
  select count(*) into gone_lines from gone;
  select count(*) into linked_lines
    from (select row_number() over (order by id) as place, * from gone) line
    join activity on activity.sequence = (select sequence from activity_head) - gone_lines + line.place
    where (activity.at, activity.user_id, activity.user_name, activity.branch_id, activity.branch_name, activity.action,
        activity.status, activity.evaluation_id, activity.device, activity.detail)
      is not distinct from (line.at, line.user_id, line.user_name, line.branch_id, line.branch_name, line.action,
        line.status, line.evaluation_id, line.device, line.detail);
  if linked_lines <> gone_lines then
    raise exception 'activity_unlinked is append-only until its lines are linked' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger activity_unlinked_digest before insert on activity_unlinked
  for each row execute function digest_unlinked();
create trigger activity_unlinked_not_changed before update on activity_unlinked
  for each row execute function refuse_change();
create trigger activity_unlinked_not_lost after delete on activity_unlinked
  referencing old table as gone for each statement execute function refuse_unlinked_loss();
create trigger activity_unlinked_not_truncated before truncate on activity_unlinked
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------- linking

-- Links what is committed, so many lines at most, and answers how many. One at a time, of all providers. A line that was changed
-- meanwhile stays where it is, and is told of: it must neither pass for what was written nor hold up the others.
create function link_activity(most integer) returns integer language plpgsql set enable_seqscan = off as $$
declare
  ids bigint[];
begin
  perform pg_advisory_xact_lock(727004);
  -- A statement sees what was committed before it began, and this one begins when the lock is held.
  select array_agg(id) into ids
    from (select id from activity_unlinked line where digest = unlinked_digest(line) order by id limit most) waiting;
  if ids is null then
    return 0;
  end if;
  perform set_config('ventanilla.is_linking', 'yes', true);
  insert into activity (at, user_id, user_name, branch_id, branch_name, action, status, evaluation_id, device, detail)
    select at, user_id, user_name, branch_id, branch_name, action, status, evaluation_id, device, detail
    from activity_unlinked where id = any(ids) order by id;
  perform set_config('ventanilla.is_linking', '', true);
  delete from activity_unlinked where id = any(ids);
  return cardinality(ids);
end $$;

-- No line gets a number before one that was committed earlier, whichever version of the program writes it.
create function link_before() returns trigger language plpgsql as $$
begin
  if current_setting('ventanilla.is_linking', true) is distinct from 'yes' then
    while link_activity(1000) > 0 loop
    end loop;
  end if;
  return null;
end $$;
create trigger activity_links_before before insert on activity
  for each statement execute function link_before();

-- ---------------------------------------------------------------- the chain

-- As in 0003, but many lines of one statement move the anchor once, at its end: until then the newest line is in the log alone.
create or replace function chain_activity() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  head record;
  newest record;
begin
  perform pg_advisory_xact_lock(727004);
  select sequence, hash into strict head from activity_head;
  select sequence, hash into newest from activity where sequence > head.sequence order by sequence desc limit 1;
  if found then
    head := newest;
  end if;
  new.sequence := head.sequence + 1;
  new.prev_hash := head.hash;
  new.hash := activity_hash(new);
  return new;
end $$;

create function anchor_activity() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update activity_head head set sequence = newest.sequence, hash = newest.hash
    from (select sequence, hash from activity order by sequence desc limit 1) newest
    where newest.sequence > head.sequence;
  return null;
end $$;
create trigger activity_anchored after insert on activity
  for each statement execute function anchor_activity();

create or replace function refuse_step_back() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if new.sequence <= old.sequence
    or (select count(*) from activity where sequence > old.sequence and sequence <= new.sequence)
      <> new.sequence - old.sequence
    or not exists (select from activity where sequence = new.sequence and hash = new.hash) then
    raise exception 'activity_head goes on one by one' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
