-- The list's totals and the figures of the start page are kept, not counted (docs/decisions/0013). Filling them in reads every
-- evaluation several times, and making the indexes once each: up to half a minute a million.
set local statement_timeout = 0;

-- ---------------------------------------------------------------- what is kept

-- How many evaluations there are, by the month of started_at. The nil id stands for whichever employer or contractor, and
-- '-infinity' for all months: each question of the list without a search is a few rows by their key.
create table evaluation_counts (
  branch_id uuid not null,
  employer_company_id uuid not null,
  contractor_company_id uuid not null,
  month date not null,
  status text not null,
  evaluations bigint not null,
  primary key (branch_id, employer_company_id, contractor_company_id, status, month)
) with (fillfactor = 80);

-- What the start page shows of a period, by captured_at. The nil id stands for whichever branch, employer or contractor. Days
-- and weeks are kept of all companies together: of one they are few rows, and counted.
create table period_figures (
  branch_id uuid not null,
  employer_company_id uuid not null,
  contractor_company_id uuid not null,
  unit text not null check (unit in ('day', 'week', 'month', 'year')),
  start date not null,
  pendiente bigint not null,
  en_proceso bigint not null,
  cerrada bigint not null,
  -- Closed ones that tell when, and how long all of them took.
  timed bigint not null,
  seconds numeric not null,
  -- Persons, each once: with their first evaluation of all in the period, or before it.
  new_patients bigint not null,
  returning_patients bigint not null,
  primary key (branch_id, employer_company_id, contractor_company_id, unit, start)
) with (fillfactor = 80);

-- What has changed since. Tablets that register at once append here and wait for nobody; a fold adds it to what is kept.
create table evaluation_changes (
  id bigint generated always as identity primary key,
  -- So many more of these: 1 or -1.
  evaluations integer not null,
  branch_id uuid not null,
  employer_company_id uuid not null,
  contractor_company_id uuid,
  status text not null,
  started_at timestamptz not null,
  captured_at timestamptz not null,
  closed_at timestamptz,
  patient_id uuid not null
);

-- Persons whose search text has changed since; null after a deletion. A total of a search that was remembered before may be wrong.
create table patient_renames (
  id bigint generated always as identity primary key,
  before text not null,
  after text
);

-- Counts the folds: what was remembered under another number does not know what has changed since.
create table evaluation_folds (
  only_one boolean primary key default true check (only_one),
  number bigint not null
);
insert into evaluation_folds (number) values (0);

-- Colombia has kept UTC−5 since 1993.
create function bogota_start(unit text, instant timestamptz) returns date language sql immutable strict parallel safe
  as $$ select date_trunc(unit, instant at time zone interval '-05:00')::date $$;
create function bogota_instant(day date) returns timestamptz language sql immutable strict parallel safe
  as $$ select day::timestamp at time zone interval '-05:00' $$;

-- ---------------------------------------------------------------- what changes them

create function note_evaluation_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into evaluation_changes (evaluations, branch_id, employer_company_id, contractor_company_id, status, started_at,
      captured_at, closed_at, patient_id)
      select 1, branch_id, employer_company_id, contractor_company_id, status, started_at, captured_at, closed_at, patient_id
      from entered;
  elsif tg_op = 'DELETE' then
    insert into evaluation_changes (evaluations, branch_id, employer_company_id, contractor_company_id, status, started_at,
      captured_at, closed_at, patient_id)
      select -1, branch_id, employer_company_id, contractor_company_id, status, started_at, captured_at, closed_at, patient_id
      from gone;
  else
    insert into evaluation_changes (evaluations, branch_id, employer_company_id, contractor_company_id, status, started_at,
      captured_at, closed_at, patient_id)
      select sum(change), branch_id, employer_company_id, contractor_company_id, status, started_at, captured_at, closed_at,
        patient_id
      from (select -1 as change, * from gone union all select 1, * from entered) as row
      group by 2, 3, 4, 5, 6, 7, 8, 9
      -- Most updates change nothing that is counted.
      having sum(change) <> 0;
  end if;
  return null;
end $$;

create trigger counts_on_insert after insert on evaluations referencing new table as entered
  for each statement execute function note_evaluation_changes();
create trigger counts_on_update after update on evaluations referencing old table as gone new table as entered
  for each statement execute function note_evaluation_changes();
create trigger counts_on_delete after delete on evaluations referencing old table as gone
  for each statement execute function note_evaluation_changes();

create function note_patient_rename() returns trigger language plpgsql as $$
begin
  insert into patient_renames (before, after)
    values (old.search_text, case when tg_op = 'UPDATE' then new.search_text end);
  return null;
end $$;
create trigger renames_on_update after update on patients for each row
  when (old.search_text is distinct from new.search_text) execute function note_patient_rename();
create trigger renames_on_delete after delete on patients for each row execute function note_patient_rename();

-- ---------------------------------------------------------------- what adds them up

-- A row counts for itself and for each 'whichever'.
create function company_scopes(employer uuid, contractor uuid) returns table (employer_company_id uuid, contractor_company_id uuid)
  language sql immutable parallel safe rows 2
  as $$
    select e.id, c.id
    from (values (employer), ('00000000-0000-0000-0000-000000000000')) as e (id),
      (select contractor where contractor is not null union all select '00000000-0000-0000-0000-000000000000') as c (id)
  $$;
create function period_cells(branch uuid, employer uuid, contractor uuid, captured_at timestamptz)
  returns table (branch_id uuid, employer_company_id uuid, contractor_company_id uuid, unit text, start date)
  language sql immutable parallel safe rows 12
  as $$
    select b.id, scope.employer_company_id, scope.contractor_company_id, u.unit, bogota_start(u.unit, captured_at)
    from (values (branch), ('00000000-0000-0000-0000-000000000000')) as b (id),
      company_scopes(employer, contractor) as scope,
      (values ('day'), ('week'), ('month'), ('year')) as u (unit)
    where u.unit in ('month', 'year') or (scope.employer_company_id = '00000000-0000-0000-0000-000000000000'
      and scope.contractor_company_id = '00000000-0000-0000-0000-000000000000')
  $$;

-- Adds the changes of some persons, the oldest first, to what is kept; answers how many changes. One statement, so that it
-- sees the evaluations of the moment that the changes lead to: without them they are those of the fold before. One fold at a
-- time; nobody else writes what is kept, so that none waits.
create function fold_evaluation_changes(at_most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(727005) then return 0; end if;
  with added as (
    delete from evaluation_changes
    where patient_id in (select patient_id from evaluation_changes order by id limit at_most)
    returning *
  ), counts as (
    insert into evaluation_counts
      (branch_id, employer_company_id, contractor_company_id, month, status, evaluations)
      select branch_id, scope.employer_company_id, scope.contractor_company_id, m.month, status, sum(evaluations)
      from added, company_scopes(added.employer_company_id, added.contractor_company_id) as scope,
        lateral (values (bogota_start('month', started_at)), ('-infinity')) as m (month)
      group by 1, 2, 3, 4, 5
      having sum(evaluations) <> 0
    on conflict (branch_id, employer_company_id, contractor_company_id, status, month)
      do update set evaluations = evaluation_counts.evaluations + excluded.evaluations
  ), theirs as materialized (
    -- By person, whatever the planner takes their number for.
    select visits.* from (select distinct patient_id from added) as person, lateral (
      select patient_id, branch_id, employer_company_id, contractor_company_id, captured_at
      from evaluations where evaluations.patient_id = person.patient_id offset 0
    ) as visits
  ), visit as (
    select is_now, patient_id, branch_id, employer_company_id, contractor_company_id, captured_at,
      min(captured_at) over (partition by is_now, patient_id) as first_at
    from (
      select true as is_now, 1 as evaluations, * from theirs
      union all
      select false, 1, * from theirs
      union all
      select false, -evaluations, patient_id, branch_id, employer_company_id, contractor_company_id, captured_at from added
    ) as row
    group by 1, 2, 3, 4, 5, 6
    having sum(evaluations) > 0
  ), figures as (
    select cell.*, case status when 'pendiente' then evaluations else 0 end as pendiente,
      case status when 'en_proceso' then evaluations else 0 end as en_proceso,
      case status when 'cerrada' then evaluations else 0 end as cerrada,
      case when status = 'cerrada' and closed_at is not null then evaluations else 0 end as timed,
      case when status = 'cerrada' and closed_at is not null
        then evaluations * extract(epoch from closed_at - captured_at) else 0 end as seconds,
      0 as new_patients, 0 as returning_patients
    from added, period_cells(added.branch_id, added.employer_company_id, added.contractor_company_id, captured_at) as cell
    union all
    select branch_id, employer_company_id, contractor_company_id, unit, start, 0, 0, 0, 0, 0,
      case when first_at >= bogota_instant(start) then change else 0 end,
      case when first_at >= bogota_instant(start) then 0 else change end
    from (
      select distinct case when is_now then 1 else -1 end as change, patient_id, first_at, cell.*
      from visit, period_cells(visit.branch_id, visit.employer_company_id, visit.contractor_company_id, captured_at) as cell
    ) as person
  ), kept as (
    insert into period_figures
      select branch_id, employer_company_id, contractor_company_id, unit, start, sum(pendiente), sum(en_proceso), sum(cerrada),
        sum(timed), sum(seconds), sum(new_patients), sum(returning_patients)
      from figures
      group by 1, 2, 3, 4, 5
    on conflict (branch_id, employer_company_id, contractor_company_id, unit, start) do update set
      pendiente = period_figures.pendiente + excluded.pendiente,
      en_proceso = period_figures.en_proceso + excluded.en_proceso,
      cerrada = period_figures.cerrada + excluded.cerrada,
      timed = period_figures.timed + excluded.timed,
      seconds = period_figures.seconds + excluded.seconds,
      new_patients = period_figures.new_patients + excluded.new_patients,
      returning_patients = period_figures.returning_patients + excluded.returning_patients
  )
  select count(*) into folded from added;
  delete from patient_renames;
  update evaluation_folds set number = number + 1;
  return folded;
end $$;

-- Counts anew, for a migration, a repair, or rows that came in with triggers off. Whoever changes evaluations waits.
create function recount_evaluations() returns void language plpgsql set work_mem = '256MB' as $$
declare
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
begin
  perform pg_advisory_xact_lock(727005);
  lock table evaluations in share mode;
  delete from evaluation_changes;
  delete from patient_renames;
  delete from evaluation_counts;
  delete from period_figures;
  update evaluation_folds set number = number + 1;

  insert into evaluation_counts
    (branch_id, employer_company_id, contractor_company_id, month, status, evaluations)
    select branch_id, scope.employer_company_id, scope.contractor_company_id, m.month, status, sum(evaluations)
    from (
      select branch_id, employer_company_id, contractor_company_id, bogota_start('month', started_at) as month, status,
        count(*) as evaluations
      from evaluations
      group by 1, 2, 3, 4, 5
    ) as finest, company_scopes(finest.employer_company_id, finest.contractor_company_id) as scope,
      lateral (values (finest.month), ('-infinity')) as m (month)
    group by 1, 2, 3, 4, 5;

  -- Most persons come once in a year and in a week: their evaluations are counted as they are. Others are looked at by person.
  create temporary table counted_visits on commit drop as
    select patient_id, branch_id, employer_company_id, contractor_company_id, captured_at,
      bogota_start('day', captured_at) as day, min(captured_at) over person as first_at, status = 'pendiente' as pendiente,
      status = 'en_proceso' as en_proceso, status = 'cerrada' as cerrada,
      case when status = 'cerrada' then extract(epoch from closed_at - captured_at) end as seconds,
      coalesce(bogota_start('year', captured_at) in (bogota_start('year', lag(captured_at) over person),
        bogota_start('year', lead(captured_at) over person)), false)
      or coalesce(bogota_start('week', captured_at) in (bogota_start('week', lag(captured_at) over person),
        bogota_start('week', lead(captured_at) over person)), false) as is_again
    from evaluations
    window person as (partition by patient_id order by captured_at);
  insert into period_figures
    select b.id, scope.employer_company_id, scope.contractor_company_id, u.unit, date_trunc(u.unit, month::timestamp)::date,
      sum(pendiente), sum(en_proceso), sum(cerrada), sum(timed), sum(seconds), sum(new_patients), sum(returning_patients)
    from (
      select branch_id, employer_company_id, contractor_company_id, date_trunc('month', day::timestamp)::date as month,
        count(*) filter (where pendiente) as pendiente, count(*) filter (where en_proceso) as en_proceso,
        count(*) filter (where cerrada) as cerrada, count(seconds) as timed, coalesce(sum(seconds), 0) as seconds,
        count(*) filter (where not is_again and captured_at = first_at) as new_patients,
        count(*) filter (where not is_again and captured_at > first_at) as returning_patients
      from counted_visits
      group by 1, 2, 3, 4
    ) as finest, lateral (values (branch_id), (nil)) as b (id),
      company_scopes(finest.employer_company_id, finest.contractor_company_id) as scope,
      (values ('month'), ('year')) as u (unit)
    group by 1, 2, 3, 4, 5;
  insert into period_figures
    select b.id, nil, nil, u.unit, date_trunc(u.unit, day::timestamp)::date,
      sum(pendiente), sum(en_proceso), sum(cerrada), sum(timed), sum(seconds), sum(new_patients), sum(returning_patients)
    from (
      select branch_id, day,
        count(*) filter (where pendiente) as pendiente, count(*) filter (where en_proceso) as en_proceso,
        count(*) filter (where cerrada) as cerrada, count(seconds) as timed, coalesce(sum(seconds), 0) as seconds,
        count(*) filter (where not is_again and captured_at = first_at) as new_patients,
        count(*) filter (where not is_again and captured_at > first_at) as returning_patients
      from counted_visits
      group by 1, 2
    ) as finest, lateral (values (branch_id), (nil)) as b (id), (values ('day'), ('week')) as u (unit)
    group by 1, 2, 3, 4, 5;
  insert into period_figures
    select branch_id, employer_company_id, contractor_company_id, unit, start, 0, 0, 0, 0, 0,
      count(*) filter (where first_at >= bogota_instant(start)), count(*) filter (where first_at < bogota_instant(start))
    from (
      select distinct patient_id, first_at, cell.*
      from counted_visits as visit,
        period_cells(visit.branch_id, visit.employer_company_id, visit.contractor_company_id, captured_at) as cell
      where is_again
    ) as person
    group by 1, 2, 3, 4, 5
    on conflict (branch_id, employer_company_id, contractor_company_id, unit, start) do update set
      new_patients = period_figures.new_patients + excluded.new_patients,
      returning_patients = period_figures.returning_patients + excluded.returning_patients;
  drop table counted_visits;
end $$;

select recount_evaluations();

-- ---------------------------------------------------------------- pages

-- A page walks over its own rows alone, newest first: of a branch, of its states, of a company, of a person.
drop index evaluations_branch, evaluations_branch_status, evaluations_employer, evaluations_contractor, evaluations_patient;
create index evaluations_branch on evaluations (branch_id, started_at desc, id) include (status, patient_id);
create index evaluations_branch_status on evaluations (branch_id, status, started_at desc, id);
create index evaluations_employer on evaluations (employer_company_id, branch_id, status, started_at desc, id)
  include (contractor_company_id);
create index evaluations_contractor on evaluations (contractor_company_id, branch_id, status, started_at desc, id)
  include (employer_company_id) where contractor_company_id is not null;
create index evaluations_patient on evaluations (patient_id, branch_id, started_at desc, id) include (status);

-- Of the figures only a company's days and weeks are counted.
drop index evaluations_captured, evaluations_branch_captured;
create index evaluations_employer_captured on evaluations (employer_company_id, captured_at);
create index evaluations_contractor_captured on evaluations (contractor_company_id, captured_at)
  where contractor_company_id is not null;
