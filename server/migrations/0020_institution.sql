-- What documents say of the institution in law: of the branch, for a habilitación is a branch's (docs/decisions/0030).
alter table branches
  add column nit text check (char_length(nit) between 6 and 24),
  add column habilitation_code text check (habilitation_code ~ '^[0-9]{10,12}$'),
  add column city text;
