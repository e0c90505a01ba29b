-- The turn that the tablet gave who was registered (docs/SYNC.md, S28): for whoever calls them from a list. It decides nothing, so
-- that two may have the same one.
alter table evaluations add column turn text check (turn ~ '^[A-Z]{1,3}-[1-9][0-9]{0,3}$');
