-- Reception hands concepts over with a permission that no user has before an administrator grants it.
alter table user_permissions drop constraint user_permissions_permission_check;
alter table user_permissions add constraint user_permissions_permission_check check (permission in
  ('user_management', 'manage_catalogs', 'register_patients', 'manage_evaluations', 'deliver_documents', 'view_dashboard'));

-- The list of deliveries reads one day of a branch, the last signed first.
create index evaluations_closed on evaluations (branch_id, closed_at desc, id) where status = 'cerrada';
