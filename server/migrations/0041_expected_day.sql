-- Tablets read the people of a day and then, every half minute, those who changed (docs/reference/product.md, P11.30). A time or
-- a sequence would miss a change whose transaction began before a reading and commits after it. Each row therefore has the id of
-- the transaction that last wrote it, and a reading begins at the oldest transaction that ran during the previous one.
alter table expected_people add column changed xid8 not null default pg_current_xact_id();
alter table expected_registrations add column changed xid8 not null default pg_current_xact_id();
create index expected_people_changed on expected_people (branch_id, list_id, changed);
create index expected_registrations_changed on expected_registrations (branch_id, changed);

create function set_changed() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger expected_people_changed before update on expected_people for each row execute function set_changed();
create trigger expected_registrations_changed before update on expected_registrations for each row execute function set_changed();

-- A corrected document, and a registration that moves to another patient, change whether the patient has the announced document.
-- The triggers write registrations and not people, whose locks other transactions take in another order.
create function mark_registrations_of_patient() returns trigger language plpgsql as $$
begin
  update expected_registrations set changed = pg_current_xact_id()
    where evaluation_id in (select id from evaluations where patient_id = new.id);
  return null;
end $$;
create trigger registrations_on_document_change after update of identification_type, normalized_number, former_type on patients
  for each row when ((old.identification_type, old.normalized_number, old.former_type)
    is distinct from (new.identification_type, new.normalized_number, new.former_type))
  execute function mark_registrations_of_patient();

create function mark_registration() returns trigger language plpgsql as $$
begin
  update expected_registrations set changed = pg_current_xact_id() where evaluation_id = new.id;
  return null;
end $$;
create trigger registrations_on_move after update of patient_id on evaluations
  for each row when (old.patient_id is distinct from new.patient_id) execute function mark_registration();

-- Decision of a user about one of several evaluations of a person; null until then.
alter table expected_registrations
  add column decision text check (decision in ('keep', 'repeats')),
  add column decided_at timestamptz,
  add column decided_by uuid references users,
  add constraint expected_registrations_decision
    check ((decision is null) = (decided_at is null) and (decided_at is null) = (decided_by is null));

-- Further evaluations of expected people, each with the person's evaluation: the first one; if a user decided that it repeats
-- another one, the earliest one to keep, or else the earliest one without a decision.
create view repetitions as
  select own.evaluation_id, own.branch_id, own.person_id, coalesce(own.decision, 'unsettled') as state,
    counted.evaluation_id as counted_id
  from expected_registrations own, lateral (
    select evaluation_id from expected_registrations every
    where every.branch_id = own.branch_id and every.person_id = own.person_id
    order by case when every.decision = 'repeats' then 3 when not every.is_repeated then 0 when every.decision = 'keep' then 1
      else 2 end, every.registered_at, every.evaluation_id
    limit 1
  ) as counted
  where counted.evaluation_id <> own.evaluation_id;
-- Most people have one evaluation; this index finds the others.
create index expected_registrations_repeated on expected_registrations (branch_id, person_id) where is_repeated;
