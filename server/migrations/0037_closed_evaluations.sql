-- The list of deliveries reads one day of a branch, the last signed first. The index is made in a migration that locks no other
-- table, because sessions of a running server read user_permissions.
create index evaluations_closed on evaluations (branch_id, closed_at desc, id) where status = 'cerrada';
