-- When a company or type was deactivated: what was captured before, and arrives later, may still name it.

create function note_deactivation() returns trigger language plpgsql as $$
begin
  new.deactivated_at := case when new.is_active then null else new.updated_at end;
  return new;
end $$;

-- Null for rows that were inactive before this migration: their last change stands for it.
do $$
declare resource text;
begin
  foreach resource in array array['companies', 'evaluation_types'] loop
    execute format('alter table %I add column deactivated_at timestamptz', resource);
    execute format('create trigger note_deactivation before update of is_active on %I
      for each row when (old.is_active is distinct from new.is_active) execute function note_deactivation()', resource);
  end loop;
end $$;
