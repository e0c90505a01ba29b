-- Numbers and codes of documents (docs/decisions/0026).

-- ---------------------------------------------------------------- numbers

-- The letters before a branch's numbers: given with its first one, for good.
create table document_series (
  branch_id uuid primary key references branches,
  prefix text not null unique check (prefix ~ '^[A-Z]{3}[0-9]{0,4}$')
);
create trigger document_series_append_only before update or delete on document_series
  for each row execute function refuse_change();
create trigger document_series_not_truncated before truncate on document_series
  for each statement execute function refuse_change();

-- The last number of each branch and year of Bogotá.
create table document_counters (
  branch_id uuid not null references branches,
  year integer not null check (year between 2000 and 9999),
  last integer not null check (last > 0),
  primary key (branch_id, year)
);

create function refuse_number_gap() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.last = 1 then return new; end if;
  if tg_op = 'UPDATE' and new.last = old.last + 1 and (new.branch_id, new.year) = (old.branch_id, old.year) then
    return new;
  end if;
  raise exception 'document_counters goes on by one' using errcode = 'restrict_violation';
end $$;

create trigger document_counters_go_on before insert or update or delete on document_counters
  for each row execute function refuse_number_gap();
create trigger document_counters_not_truncated before truncate on document_counters
  for each statement execute function refuse_change();

create function document_prefix(branch uuid) returns text language plpgsql as $$
declare
  known text;
  stem text;
  nth integer := 1;
begin
  select prefix into known from document_series where branch_id = branch;
  if found then return known; end if;
  -- Once a branch: one of them at a time, to the end of its transaction. Reading goes on.
  lock table document_series in share row exclusive mode;
  select prefix into known from document_series where branch_id = branch;
  if found then return known; end if;
  select rpad(left(regexp_replace(upper(
      regexp_replace(fold_text(name), '^((sede|sucursal|punto|consultorio|ips|de|del|la|el|los|las)\s+)+', '')
    ), '[^A-Z]', '', 'g'), 3), 3, 'X') into strict stem from branches where id = branch;
  known := stem;
  while exists (select from document_series where prefix = known) loop
    nth := nth + 1;
    known := stem || nth;
  end loop;
  insert into document_series values (branch, known);
  return known;
end $$;

-- The next number of the branch, whose row is held to the end of the transaction: a rollback gives it back.
create function next_document_number(branch uuid, of_year integer) returns text language plpgsql as $$
declare
  prefix text := document_prefix(branch);
  counted integer;
begin
  insert into document_counters as counter values (branch, of_year, 1)
    on conflict (branch_id, year) do update set last = counter.last + 1
    returning last into counted;
  return prefix || '-' || of_year || '-' || lpad(counted::text, greatest(6, length(counted::text)), '0');
end $$;

-- Number and code stand in the content, so that the closing's digest covers them. Closings of before have neither.
create unique index closings_number on closings ((content #>> '{document,number}'));
create unique index closings_code on closings ((content #>> '{document,code}'));

-- ---------------------------------------------------------------- issued concepts

-- The file that is the concept of a closing: the first that was made, for good.
create table issued_concepts (
  evaluation_id uuid not null references evaluations,
  version integer not null check (version > 0),
  storage_path text not null unique,
  stored_sha256 text not null check (stored_sha256 ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes > 0),
  issued_at timestamptz not null,
  primary key (evaluation_id, version)
);
create trigger issued_concepts_append_only before update or delete on issued_concepts
  for each row execute function refuse_change();
create trigger issued_concepts_not_truncated before truncate on issued_concepts
  for each statement execute function refuse_change();

-- ---------------------------------------------------------------- the key

-- What signs the QR of a document: Ed25519, made once. Whoever reads this table can sign.
create table verification_key (
  only_one boolean primary key default true check (only_one),
  -- PKCS #8, DER.
  private_key bytea not null,
  public_key bytea not null check (octet_length(public_key) = 32),
  made_at timestamptz not null default now()
);
create trigger verification_key_append_only before update or delete on verification_key
  for each row execute function refuse_change();
create trigger verification_key_not_truncated before truncate on verification_key
  for each statement execute function refuse_change();
