-- A receptionist proposes a company that the catalogue lacks, with an id that the device made. An administrator confirms it, or
-- merges it into another company, whose id then replaces it wherever a device still sends the proposed one.
alter table companies
  add column is_proposed boolean not null default false,
  -- NIT as typed. The code differs from it while another company has this NIT.
  add column proposed_nit text,
  add column proposed_by uuid references users,
  add column proposed_at timestamptz,
  add column merged_into uuid references companies,
  add constraint companies_proposal check (proposed_at is not null or not is_proposed),
  add constraint companies_merged check (merged_into is null or not (is_active or is_proposed));
create index companies_proposed on companies (id) where is_proposed;
create index companies_merged_into on companies (merged_into) where merged_into is not null;
