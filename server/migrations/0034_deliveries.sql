-- Reception hands concepts over with a permission that no user has before an administrator grants it.
alter table user_permissions drop constraint user_permissions_permission_check;
alter table user_permissions add constraint user_permissions_permission_check check (permission in
  ('user_management', 'manage_catalogs', 'register_patients', 'manage_evaluations', 'deliver_documents', 'view_dashboard'));
