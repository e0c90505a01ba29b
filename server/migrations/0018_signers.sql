-- Who signs as whom, and until when (docs/decisions/0029-who-signs-as-whom.md).

alter table doctors
  -- The user who is this doctor: one to one.
  add column user_id uuid unique references users,
  -- The last day on which the licence holds, in Bogotá; null where nobody has said one.
  add column license_valid_until date;

-- Whether a doctor of this branch is signed for by their own user alone.
alter table branches add column own_signature_only boolean not null default false;
