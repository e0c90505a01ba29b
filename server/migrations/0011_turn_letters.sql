-- Which letters stand before the turn numbers of which count (docs/decisions/0020). A count is a device's at one branch; where the
-- device has lost it another begins. Letters that were given are nobody else's at the branch, for good.
create table turn_letters (
  branch_id uuid not null references branches,
  letters text not null check (letters ~ '^[A-Z]{1,3}$'),
  -- Random, made on the device.
  counter_id uuid not null,
  device_id uuid not null references devices,
  given_at timestamptz not null,
  primary key (branch_id, letters),
  unique (branch_id, counter_id)
);
create trigger turn_letters_append_only before update or delete on turn_letters
  for each row execute function refuse_change();
create trigger turn_letters_not_truncated before truncate on turn_letters
  for each statement execute function refuse_change();
-- How many a device was given of late.
create index turn_letters_device on turn_letters (branch_id, device_id, given_at);
