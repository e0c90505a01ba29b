-- The tablet's own id of what a person confirmed: one confirmation makes one evaluation, under whatever key it comes.
alter table evaluations add column capture_id uuid unique;
