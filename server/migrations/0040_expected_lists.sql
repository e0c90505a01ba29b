-- Lists of people that a company announced for a day, and that the branch expects (docs/reference/product.md, P11.1). A row is
-- never deleted. The client makes the ids of lists and of single people. They are unique within a branch only, so that a request
-- with the id of another branch's row reveals nothing.
create table expected_lists (
  branch_id uuid not null references branches,
  id uuid not null,
  company_id uuid not null references companies,
  day date not null,
  -- Name of the brigade; null for people who come to the branch.
  brigade text check (char_length(brigade) between 1 and 120),
  -- Digest of the request that created the list, by which a repeated request is recognised.
  content_sha256 bytea not null check (length(content_sha256) = 32),
  created_at timestamptz not null,
  created_by uuid not null references users,
  cancelled_at timestamptz,
  cancelled_by uuid references users,
  primary key (branch_id, id),
  check ((cancelled_at is null) = (cancelled_by is null))
);
create index expected_lists_day on expected_lists (branch_id, day desc, created_at desc);
create index expected_lists_company on expected_lists (company_id);

create table expected_people (
  branch_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  -- Place in the order of the import.
  position integer not null,
  identification_type text not null check (identification_type in ('CC', 'TI', 'CE', 'PA')),
  identification_number text not null,
  normalized_number text not null check (normalized_number <> ''),
  -- Fields of contract/records/evaluation/patient-fields.ts. They are one column, so that a new field needs no migration here.
  person jsonb not null,
  evaluation_type_id uuid references evaluation_types,
  package_job text check (char_length(package_job) between 1 and 120),
  hour text check (hour ~ '^[0-2][0-9]:[0-5][0-9]$'),
  phone text check (char_length(phone) between 1 and 40),
  email text check (char_length(email) between 1 and 254),
  notes text check (char_length(notes) between 1 and 500),
  additional_fields jsonb not null check (jsonb_array_length(additional_fields) <= 40),
  state text not null check (state in ('expected', 'arrived', 'registered', 'no_show', 'cancelled')),
  -- Time and user of the state; null for 'expected'.
  state_at timestamptz,
  state_by uuid references users,
  revision integer not null default 1,
  -- Names and number, normalised by contract/fold.ts.
  search_text text not null,
  -- Digest of the request that added the person, by which a repeated request is recognised; null for people of an import.
  content_sha256 bytea check (length(content_sha256) = 32),
  primary key (branch_id, id),
  foreign key (branch_id, list_id) references expected_lists,
  check ((state = 'expected') = (state_at is null) and (state_at is null) = (state_by is null))
);
-- A list contains a document once; cancelled people do not count. The index omits registered people, because a registration
-- also sets cancelled people to 'registered' and must never fail; the program compares their documents.
create unique index expected_people_document_key on expected_people (branch_id, list_id, identification_type, normalized_number)
  where state not in ('registered', 'cancelled');
create index expected_people_order on expected_people (branch_id, list_id, hour, position);
create index expected_people_number on expected_people (branch_id, normalized_number);

-- Evaluations that registered an expected person. Further evaluations of one person are repeated. No call removes a row.
create table expected_registrations (
  evaluation_id uuid primary key references evaluations,
  branch_id uuid not null,
  person_id uuid not null,
  is_repeated boolean not null,
  registered_at timestamptz not null,
  foreign key (branch_id, person_id) references expected_people
);
create unique index expected_registrations_first on expected_registrations (branch_id, person_id) where not is_repeated;
create index expected_registrations_person on expected_registrations (branch_id, person_id);

-- Finds the last access of a user to people of a list, as activity_own_reads does for evaluations.
create index activity_expected_people on activity (user_id, at desc) where action = 'expected_people_listed';
