-- Completes the table of a catalogue, also for later migrations: indexes of order and search, the unique code if the table has
-- one, the revision of each row, and the revision of the catalogue.
create function add_catalog(catalog text) returns void language plpgsql as $$
begin
  execute format('create index %I on %I (name collate "es-x-icu", id)', catalog || '_name', catalog);
  execute format('create index %I on %I using gin (search_text gin_trgm_ops)', catalog || '_search', catalog);
  if exists (select from pg_attribute where attrelid = catalog::regclass and attname = 'code' and not attisdropped) then
    execute format('create unique index %I on %I (fold_text(code))', catalog || '_code_key', catalog);
  end if;
  execute format('create trigger row_revision before update on %I for each row execute function raise_row_revision()', catalog);
  insert into catalog_revisions (resource) values (catalog);
  execute format('create trigger revision_on_insert after insert on %I referencing new table as changed
    for each statement execute function raise_catalog_revision()', catalog);
  execute format('create trigger revision_on_update after update on %I referencing new table as changed
    for each statement execute function raise_catalog_revision()', catalog);
end $$;

-- Fields that the clinic defines itself, as a catalogue, and their values.
create table additional_fields (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  subject text not null check (subject in ('patient', 'visit')),
  kind text not null check (kind in ('text', 'number', 'date', 'yes_no', 'choice')),
  choices text[] not null default '{}' check (cardinality(choices) <= 2000),
  is_required boolean not null default false,
  position integer not null default 100,
  -- Evaluation types whose form has the field; empty for all types.
  evaluation_type_ids uuid[] not null default '{}',
  on_history boolean not null default true,
  on_concept boolean not null default false,
  is_searchable boolean not null default false,
  is_active boolean not null default true,
  revision integer not null default 1,
  search_text text not null generated always as (fold_text(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'choice') = (cardinality(choices) > 0))
);
select add_catalog('additional_fields');

-- Returns the search form of a value as documents print it, with each number also without its separators, because the search
-- removes them ('310 123-4567' is also found as '3101234567'). 'Sí' and 'No' are not searched, because they name no value.
create function additional_search_text(kind text, value text) returns text
  language sql immutable parallel safe
  as $$ select case
    when value is null or kind = 'yes_no' then ''
    when kind = 'date' then substr(value, 9, 2) || '/' || substr(value, 6, 2) || '/' || substr(value, 1, 4) || ' '
      || translate(value, '-', '')
    when kind = 'number' then replace(value, '.', ',') || ' ' || translate(value, '.-', '')
    when value ~ '[0-9][ .-]+[0-9]' then fold_text(value) || ' '
      || regexp_replace(fold_text(value), '([0-9])[ .-]+(?=[0-9])', '\1', 'g')
    else fold_text(value) end $$;

-- Values of an evaluation, with the definition that the user saw. They reference no definition: the server stores values of
-- fields that it does not know. A row is never deleted; its value is null after a correction removed the value.
create table additional_values (
  evaluation_id uuid not null references evaluations,
  field_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  subject text not null check (subject in ('patient', 'visit')),
  kind text not null check (kind in ('text', 'number', 'date', 'yes_no', 'choice')),
  value text check (char_length(value) between 1 and 500),
  search_text text not null generated always as (additional_search_text(kind, value)) stored,
  primary key (evaluation_id, field_id)
);
create index additional_values_search on additional_values using gin (search_text gin_trgm_ops);

-- The patients' newest values of fields with the subject 'patient'. Of two confirmations the one captured last holds, also when
-- it removed the value (null).
create table patient_additional_values (
  patient_id uuid not null references patients,
  field_id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  kind text not null check (kind in ('text', 'number', 'date', 'yes_no', 'choice')),
  value text check (char_length(value) between 1 and 500),
  captured_at timestamptz not null,
  primary key (patient_id, field_id)
);
