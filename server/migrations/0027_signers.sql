-- Whether a user without a linked doctor may sign without password and reason (docs/decisions/0029-who-signs-as-whom.md).

-- Applies to doctors who are linked to no user. Existing branches start with the stricter rule, as new ones do.
alter table branches add column unlinked_signatures boolean not null default false;
