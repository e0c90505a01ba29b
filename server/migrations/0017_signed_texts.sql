-- What the patient signed (docs/decisions/0028).

-- Each text that the clinic had people sign, for good: a signature names it by version and digest.
create table authorisations (
  -- It never gets other words.
  version text primary key check (char_length(version) between 1 and 40),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  text text not null,
  known_since timestamptz not null default now()
);
create trigger authorisations_append_only before update or delete on authorisations
  for each row execute function refuse_change();
create trigger authorisations_not_truncated before truncate on authorisations
  for each statement execute function refuse_change();

-- `SignatureStatement` of contract/records/evaluation/statements.ts; null where the tablet told nothing.
alter table media add column statement jsonb,
  add check (statement is null or (type = 'signature' and jsonb_typeof(statement) = 'object'));
