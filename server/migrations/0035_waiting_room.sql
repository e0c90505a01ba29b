-- Screens of waiting rooms and the calls that they show (docs/reference/product.md, P10.392).

-- A screen opens its page with a link that contains a token; only the digest of the token is stored.
create table waiting_boards (
  id uuid primary key,
  branch_id uuid not null references branches,
  token_hash bytea not null unique check (length(token_hash) = 32),
  label text not null check (char_length(label) between 1 and 60),
  shows text not null check (shows in ('queue_numbers', 'first_names')),
  created_at timestamptz not null,
  created_by uuid not null references users,
  revoked_at timestamptz
);
create index waiting_boards_branch on waiting_boards (branch_id, created_at desc);

-- A call names no patient: a screen that shows first names reads them for each request.
create table waiting_calls (
  id uuid primary key,
  branch_id uuid not null references branches,
  evaluation_id uuid not null references evaluations,
  -- Queue number of the day of the call; null without one.
  queue_number text check (queue_number ~ '^[A-Z]{1,3}-[1-9][0-9]{0,3}$'),
  room text not null check (char_length(room) between 1 and 24),
  called_by uuid not null references users,
  called_at timestamptz not null
);
create index waiting_calls_branch on waiting_calls (branch_id, called_at desc);
create index waiting_calls_evaluation on waiting_calls (evaluation_id, called_at);

-- Time at which the evaluation left 'pendiente' for the first time; null before, and for evaluations from before this migration.
alter table evaluations add column care_started_at timestamptz;
