-- A user withdraws a notice that waits to be sent.
alter table absence_notices
  drop constraint absence_notices_failure_check,
  add constraint absence_notices_failure_check check (failure in ('rejected', 'unreachable', 'withdrawn'));

-- True from the lease of a mail until its attempt ends. A lease that expired does not count: its server died.
alter table mails add column is_leased boolean not null default false;
