-- An administrator changes the text that patients sign without a restart. Each row begins a period: from `since` on, patients
-- sign this version, or no text. The newest row is the present one; rows are evidence and are never changed.
create table authorisation_periods (
  revision integer primary key check (revision > 0),
  version text references authorisations (version),
  since timestamptz not null,
  -- User who set the text; null if LEGAL_TEXTS_FILE did.
  set_by uuid references users (id)
);
create trigger authorisation_periods_append_only before update or delete on authorisation_periods
  for each row execute function refuse_change();
create trigger authorisation_periods_not_truncated before truncate on authorisation_periods
  for each statement execute function refuse_change();

insert into authorisation_periods (revision, version, since) values (1, null, '2000-01-01T00:00:00Z');
insert into authorisation_periods (revision, version, since)
  select 1 + row_number() over (order by known_since, version), version, known_since from authorisations;
-- The start of the server begins a period with the text of LEGAL_TEXTS_FILE. A text that was removed from the file long ago ends.
insert into authorisation_periods (revision, version, since)
  select 1 + max(revision), null, now() from authorisation_periods having max(revision) > 1;
