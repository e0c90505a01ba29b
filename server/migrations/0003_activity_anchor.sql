-- The number and hash of the log's newest line, kept beside it: lines cut off its end show as missing, and go on showing,
-- for the next line is chained to the one that was cut. Whoever may rewrite both tables is found by a copy elsewhere:
-- GET /activity answers number and hash, to be noted down.
create table activity_head (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null check (sequence >= 0),
  hash bytea not null check (octet_length(hash) = 32)
);

insert into activity_head (sequence, hash)
  select coalesce(max(sequence), 0),
    coalesce((select hash from activity order by sequence desc limit 1), activity_genesis())
  from activity;

create function refuse_step_back() returns trigger language plpgsql as $$
begin
  if new.sequence <> old.sequence + 1 then
    raise exception 'activity_head goes on by one line' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger activity_head_goes_on before update on activity_head
  for each row execute function refuse_step_back();
create trigger activity_head_not_deleted before delete on activity_head
  for each row execute function refuse_change();
create trigger activity_head_not_truncated before truncate on activity_head
  for each statement execute function refuse_change();

-- As in 0002, from the anchor instead of the last line.
create or replace function chain_activity() returns trigger language plpgsql as $$
declare
  head record;
begin
  perform pg_advisory_xact_lock(727004);
  select sequence, hash into strict head from activity_head;
  new.sequence := head.sequence + 1;
  new.prev_hash := head.hash;
  new.hash := activity_hash(new);
  update activity_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;
