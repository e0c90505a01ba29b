-- Corrections of a registration that has arrived (docs/decisions/0037-corrections-after-confirming.md).

create table corrections (
  evaluation_id uuid not null references evaluations,
  -- In the order of arrival.
  number integer not null check (number between 1 and 50),
  -- The device's identifier of the confirmation; null from a client that sends none.
  capture_id uuid unique,
  -- Never before the registration's own captured_at: a device's clock may have been set back.
  captured_at timestamptz not null,
  received_at timestamptz not null,
  created_by uuid not null references users,
  sent_by uuid references users check (sent_by <> created_by),
  -- Name of the author on that day.
  by_name text not null,
  reason text not null check (length(reason) between 1 and 500),
  -- Wire names of all fields that the correction names, also of those that a later correction keeps.
  fields text[] not null,
  -- CorrectedField list of the contract.
  changes jsonb not null,
  -- Pictures that follow under the same capture_id.
  pictures text[] not null check (pictures <@ array['photo', 'signature']),
  -- Patients of a registration that moved.
  moved_from uuid references patients,
  moved_to uuid references patients,
  check ((moved_from is null) = (moved_to is null)),
  check (cardinality(pictures) = 0 or capture_id is not null),
  primary key (evaluation_id, number)
);
create trigger corrections_append_only before update or delete on corrections
  for each row execute function refuse_change();
create trigger corrections_not_truncated before truncate on corrections
  for each statement execute function refuse_change();

-- Capture times of single fields (wire name → ISO 8601) that differ from data_at, so that of two confirmations of one field the one
-- captured last holds.
alter table patients add column field_times jsonb not null default '{}';

-- A picture taken again replaces the one before, whose row and file stay: signed versions rest on them.
alter table media
  -- Number of the correction that brought it; null for the registration's own picture.
  add column correction integer,
  add column replaced_at timestamptz,
  add column replaced_by uuid references media deferrable initially deferred,
  add check ((replaced_at is null) = (replaced_by is null)),
  add foreign key (evaluation_id, correction) references corrections;
alter table media drop constraint media_evaluation_id_type_key;
create unique index media_present on media (evaluation_id, type) where replaced_at is null;
create unique index media_once on media (evaluation_id, type, coalesce(correction, 0));
