-- The list's totals are kept, not counted (docs/decisions/0013). Filling them in reads every evaluation once, and so does
-- each index: some seconds a million.
set local statement_timeout = 0;

-- ---------------------------------------------------------------- what is kept

-- How many evaluations there are. A row of its own stands for 'whichever': of every employer or contractor (the nil id), of
-- every month ('-infinity'). So each question of the list without a search is a few rows by their key.
create table evaluation_counts (
  branch_id uuid not null,
  employer_company_id uuid not null,
  contractor_company_id uuid not null,
  -- Bogotá's, of started_at.
  month date not null,
  status text not null,
  evaluations bigint not null,
  primary key (branch_id, employer_company_id, contractor_company_id, status, month)
) with (fillfactor = 80);

-- What has changed since. Tablets that register at once append here and wait for nobody; a fold adds it to the counts.
create table evaluation_changes (
  id bigint generated always as identity primary key,
  -- So many more of these: 1 or -1, or the sum of a month where a statement changed very many.
  evaluations integer not null,
  branch_id uuid not null,
  employer_company_id uuid not null,
  contractor_company_id uuid,
  status text not null,
  started_at timestamptz not null,
  -- Null in the sum of a month.
  patient_id uuid
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
create function bogota_month(instant timestamptz) returns date language sql immutable strict parallel safe
  as $$ select date_trunc('month', instant at time zone interval '-05:00')::date $$;
create function bogota_month_start(month date) returns timestamptz language sql immutable strict parallel safe
  as $$ select month::timestamp at time zone interval '-05:00' $$;

-- ---------------------------------------------------------------- what changes them

create function note_evaluation_changes() returns trigger language plpgsql as $$
declare
  rows constant text := case tg_op
    when 'INSERT' then 'select 1 as change, * from entered'
    when 'DELETE' then 'select -1 as change, * from gone'
    else 'select -1 as change, * from gone union all select 1, * from entered' end;
  -- A statement that changes more rows than this is summed by month.
  in_full constant integer := 1000;
  is_large boolean;
begin
  execute format('select count(*) > $1 from (%s) as row', rows) into is_large using in_full;
  -- Most updates change nothing that is counted.
  execute format(
    'insert into evaluation_changes
       (evaluations, branch_id, employer_company_id, contractor_company_id, status, started_at, patient_id)
     select sum(change), branch_id, employer_company_id, contractor_company_id, status, %s
     from (%s) as row
     group by 2, 3, 4, 5, 6, 7
     having sum(change) <> 0',
    case when is_large then 'bogota_month_start(bogota_month(started_at)), null::uuid' else 'started_at, patient_id' end,
    rows);
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
create function cells_of(employer uuid, contractor uuid, month date)
  returns table (employer_company_id uuid, contractor_company_id uuid, of_month date)
  language sql immutable parallel safe rows 6
  as $$
    select e.id, c.id, m.month
    from (values (employer), ('00000000-0000-0000-0000-000000000000')) as e (id),
      (select contractor where contractor is not null union all select '00000000-0000-0000-0000-000000000000') as c (id),
      (values (month), ('-infinity')) as m (month)
  $$;

-- Adds the oldest changes to the counts; answers how many. One fold at a time; nobody else writes the counts, so none waits.
create function fold_evaluation_changes(at_most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(727005) then return 0; end if;
  with added as (
    delete from evaluation_changes where id in (select id from evaluation_changes order by id limit at_most)
    returning *
  ), counts as (
    insert into evaluation_counts
      (branch_id, employer_company_id, contractor_company_id, month, status, evaluations)
      select branch_id, cell.employer_company_id, cell.contractor_company_id, cell.of_month, status, sum(evaluations)
      from added, cells_of(added.employer_company_id, added.contractor_company_id, bogota_month(started_at)) as cell
      group by 1, 2, 3, 4, 5
      having sum(evaluations) <> 0
    on conflict (branch_id, employer_company_id, contractor_company_id, status, month)
      do update set evaluations = evaluation_counts.evaluations + excluded.evaluations
  )
  select count(*) into folded from added;
  delete from patient_renames;
  update evaluation_folds set number = number + 1;
  return folded;
end $$;

-- Counts anew, for a migration, a repair, or rows that came in with triggers off. Whoever changes evaluations waits.
create function recount_evaluations() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(727005);
  lock table evaluations in share mode;
  delete from evaluation_changes;
  delete from patient_renames;
  delete from evaluation_counts;
  insert into evaluation_counts
    (branch_id, employer_company_id, contractor_company_id, month, status, evaluations)
    select branch_id, cell.employer_company_id, cell.contractor_company_id, cell.of_month, status, sum(evaluations)
    from (
      select branch_id, employer_company_id, contractor_company_id, bogota_month(started_at) as month, status,
        count(*) as evaluations
      from evaluations
      group by 1, 2, 3, 4, 5
    ) as finest, cells_of(finest.employer_company_id, finest.contractor_company_id, finest.month) as cell
    group by 1, 2, 3, 4, 5;
  update evaluation_folds set number = number + 1;
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
