-- The clinic, its people and its records. Ids are made in Node. Records are never deleted: no cascades.
-- Runs on PostgreSQL 15 and newer, on any UTF-8 database whatever its locale.

create extension if not exists pg_trgm;

-- Search form of a text: no case, no accents, ñ as n, blanks made one; the same as domain/text/fold.ts. Built from
-- immutable functions with a collation of its own, so that it can be indexed and works under the C locale too.
create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  as $$ select btrim(regexp_replace(lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')
    collate "und-x-icu"), '\s+', ' ', 'g')) $$;

-- ---------------------------------------------------------------- catalogues

create table companies (
  id uuid primary key,
  code text not null,
  name text not null,
  billing_name text,
  city text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_text(code || ' ' || name || ' ' || coalesce(billing_name, '') || ' ' || coalesce(city, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index companies_code_key on companies (fold_text(code));
create index companies_name on companies (name collate "es-x-icu", id);
create index companies_search on companies using gin (search_text gin_trgm_ops);

create table evaluation_types (
  id uuid primary key,
  code text not null,
  name text not null,
  description text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_text(code || ' ' || name || ' ' || coalesce(description, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index evaluation_types_code_key on evaluation_types (fold_text(code));

create table exams (
  id uuid primary key,
  code text not null,
  name text not null,
  description text,
  sample_type text,
  delivery_time text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_text(code || ' ' || name || ' ' || coalesce(description, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index exams_code_key on exams (fold_text(code));

create table doctors (
  id uuid primary key,
  name text not null,
  specialty text,
  license_number text not null,
  registration_number text,
  signature_key text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_text(name || ' ' || coalesce(specialty, '') || ' ' || license_number || ' ' || coalesce(registration_number, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table occupations (
  id uuid primary key,
  name text not null,
  search_text text not null generated always as (fold_text(name)) stored,
  created_at timestamptz not null default now()
);
create unique index occupations_name_key on occupations (search_text);
create index occupations_name on occupations (name collate "es-x-icu", id);
create index occupations_search on occupations using gin (search_text gin_trgm_ops);

-- One number a catalogue, raised in the transaction that changes the catalogue: what ETags are made of. It starts
-- at the clock, so that a tablet that knew another database never takes its tags for ours.
create table catalog_revisions (
  resource text primary key,
  revision bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint
);
insert into catalog_revisions (resource)
  values ('companies'), ('evaluation_types'), ('exams'), ('doctors'), ('occupations');

create function raise_catalog_revision() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    update catalog_revisions set revision = revision + 1 where resource = tg_table_name;
  end if;
  return null;
end $$;

do $$
declare resource text;
begin
  foreach resource in array array['companies', 'evaluation_types', 'exams', 'doctors', 'occupations'] loop
    execute format('create trigger revision_on_insert after insert on %I referencing new table as changed
      for each statement execute function raise_catalog_revision()', resource);
    execute format('create trigger revision_on_update after update on %I referencing new table as changed
      for each statement execute function raise_catalog_revision()', resource);
  end loop;
end $$;

-- ---------------------------------------------------------------- clinic and users

create table branches (
  id uuid primary key,
  company_id uuid not null references companies,
  name text not null,
  address text,
  contact_email text,
  contact_phone text,
  contact_website text,
  contact_address text,
  logo_path text,
  logo_hash text,
  branding_updated_at timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index branches_company on branches (company_id);

create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  display_name text not null,
  status text not null check (status in ('active', 'suspended', 'invited')),
  password_hash text,
  branch_id uuid references branches,
  -- The key that seals this person's data on a device (D2); made with the user, never changed.
  vault_key bytea not null check (octet_length(vault_key) = 32),
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table user_permissions (
  user_id uuid not null references users,
  permission text not null check (permission in
    ('user_management', 'manage_catalogs', 'register_patients', 'manage_evaluations', 'view_dashboard')),
  primary key (user_id, permission)
);

-- Only the SHA-256 of the cookie's token is kept. Sessions are not records: an ended one is deleted.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users,
  active_branch_id uuid references branches,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- ---------------------------------------------------------------- records

create table patients (
  id uuid primary key,
  identification_type text not null check (identification_type in ('CC', 'TI', 'CE', 'PA')),
  -- As the desk typed it, for people; normalized_number (domain/patient/document.ts) is what makes it unique.
  identification_number text not null,
  normalized_number text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  second_last_name text,
  birth_date date,
  gender text check (gender in ('F', 'M', 'O')),
  occupation_id uuid references occupations,
  -- When the newest confirmation of these data was captured: an older one that arrives late changes nothing.
  data_at timestamptz not null,
  search_text text not null generated always as
    (fold_text(identification_number || ' ' || normalized_number || ' ' || first_name || ' ' || coalesce(middle_name || ' ', '')
      || last_name || ' ' || coalesce(second_last_name, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (identification_type, normalized_number)
);
create index patients_search on patients using gin (search_text gin_trgm_ops);

create table evaluations (
  id uuid primary key,
  branch_id uuid not null references branches,
  patient_id uuid not null references patients,
  evaluation_type_id uuid not null references evaluation_types,
  employer_company_id uuid not null references companies,
  contractor_company_id uuid references companies,
  doctor_id uuid references doctors,
  status text not null default 'pendiente' check (status in ('pendiente', 'en_proceso', 'cerrada')),
  additional_info text,
  -- The person as the desk confirmed them that day; the patient's row may change later.
  registered_patient jsonb,
  captured_at timestamptz not null,
  received_at timestamptz not null,
  started_at timestamptz not null,
  closed_at timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index evaluations_branch on evaluations (branch_id, started_at desc, id);
create index evaluations_branch_status on evaluations (branch_id, status, started_at desc, id);
create index evaluations_patient on evaluations (patient_id, started_at desc);
create index evaluations_employer on evaluations (employer_company_id, started_at desc);
create index evaluations_contractor on evaluations (contractor_company_id, started_at desc);

create table exam_orders (
  id uuid primary key,
  evaluation_id uuid not null references evaluations,
  exam_id uuid not null references exams,
  result_notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (evaluation_id, exam_id)
);

create table attachments (
  id uuid primary key,
  exam_order_id uuid not null references exam_orders,
  original_name text not null,
  storage_path text not null unique,
  mime text not null,
  bytes integer not null check (bytes > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index attachments_order on attachments (exam_order_id);

create table notes (
  evaluation_id uuid not null references evaluations,
  note_type text not null check (note_type in ('recomendaciones', 'manejo_eps_arp', 'habitos', 'sve',
    'restricciones', 'concepto', 'aptitud_tarea', 'observaciones')),
  content text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (evaluation_id, note_type)
);

create table media (
  id uuid primary key,
  evaluation_id uuid not null references evaluations,
  type text not null check (type in ('photo', 'signature')),
  storage_path text not null unique,
  -- Of the bytes as the tablet sent them, and of the re-encoded file that is kept. Hexadecimal.
  received_sha256 text not null check (received_sha256 ~ '^[0-9a-f]{64}$'),
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  mime text not null check (mime in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  captured_at timestamptz not null,
  received_at timestamptz not null,
  created_by uuid not null references users,
  unique (evaluation_id, type)
);

-- Kept for good with the row that the key made: a tablet found after a year still sends once.
create table idempotency_keys (
  user_id uuid not null references users,
  key text not null,
  route text not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
