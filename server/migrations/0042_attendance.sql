-- Closed lists of expected people, and the notice to the company with those who did not come (docs/reference/product.md, P11.50).
alter table companies add column contact_email text;

alter table expected_lists
  add column closed_at timestamptz,
  add column closed_by uuid references users,
  add constraint expected_lists_closing check ((closed_at is null) = (closed_by is null)),
  -- A closed list must be reopened before it is cancelled.
  add constraint expected_lists_state check (closed_at is null or cancelled_at is null);

-- True if the present state 'no_show' was set by closing the list, and ends when the list is reopened. It has no meaning in
-- other states, so that a registration, which sets the state, needs no knowledge of it.
alter table expected_people add column absent_by_closing boolean not null default false;

-- Notices to companies. The text is stored as sent, because the proof of the notice prints it. A list has one notice that did not
-- fail. No call removes a row. The client makes the ids, which are unique within a branch only, as those of lists.
create table absence_notices (
  branch_id uuid not null,
  id uuid not null,
  list_id uuid not null,
  recipient text not null check (char_length(recipient) between 3 and 254),
  subject text not null,
  content text not null,
  people integer not null check (people > 0),
  created_at timestamptz not null,
  created_by uuid not null references users,
  state text not null check (state in ('queued', 'accepted', 'failed', 'copied')),
  -- Time of the state; null while queued.
  state_at timestamptz,
  -- Host of the mail server that accepted the mail, and its response.
  mail_server text,
  response text,
  failure text check (failure in ('rejected', 'unreachable')),
  primary key (branch_id, id),
  foreign key (branch_id, list_id) references expected_lists,
  check ((state = 'queued') = (state_at is null)),
  check ((state = 'accepted') = (mail_server is not null) and (state = 'accepted') = (response is not null)),
  check ((state = 'failed') = (failure is not null))
);
create index absence_notices_list on absence_notices (branch_id, list_id, created_at desc);
create index absence_notices_queued on absence_notices (created_at) where state = 'queued';
create unique index absence_notices_one on absence_notices (branch_id, list_id) where state <> 'failed';

-- A mail of the queue carries a link to an account, or a notice. A notice that is no longer queued has no mail.
alter table mails
  add column notice_branch_id uuid,
  add column notice_id uuid,
  add foreign key (notice_branch_id, notice_id) references absence_notices,
  drop constraint mails_purpose_check,
  add constraint mails_purpose_check check (purpose in ('invitation', 'password_reset', 'absence_notice')),
  drop constraint mails_check,
  add constraint mails_recipient check (num_nonnulls(user_id, email, notice_id) = 1
    and (notice_id is null) = (notice_branch_id is null) and (notice_id is null) = (purpose <> 'absence_notice'));
create unique index mails_notice on mails (notice_branch_id, notice_id);
