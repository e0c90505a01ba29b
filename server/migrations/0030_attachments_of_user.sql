-- What a user attached within a day is summed before each file.
create index attachments_of_user on attachments (created_by, created_at) include (bytes);
