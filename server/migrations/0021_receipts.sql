-- What a worker received of a closing, signed for on a tablet (docs/decisions/0030): one for each closing, for good.
create table receipts (
  evaluation_id uuid not null references evaluations,
  version integer not null check (version > 0),
  items text[] not null check (cardinality(items) between 1 and 3 and items <@ array['concept', 'results', 'history']),
  received_at timestamptz not null,
  handed_by uuid not null references users,
  handed_by_name text not null,
  storage_path text not null unique,
  received_sha256 text not null check (received_sha256 ~ '^[0-9a-f]{64}$'),
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  primary key (evaluation_id, version)
);
create trigger receipts_append_only before update or delete on receipts
  for each row execute function refuse_change();
create trigger receipts_not_truncated before truncate on receipts
  for each statement execute function refuse_change();
