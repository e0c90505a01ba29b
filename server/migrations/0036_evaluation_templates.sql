-- Texts and decisions of a usual evaluation, which doctors insert into empty fields. A template is never deleted.
create table evaluation_templates (
  id uuid primary key,
  name text not null check (name <> ''),
  -- Evaluation type and job of the template; null for all.
  evaluation_type_id uuid references evaluation_types,
  job text check (job <> ''),
  results jsonb not null check (jsonb_array_length(results) <= 40),
  notes jsonb not null check (jsonb_array_length(notes) <= 8),
  decisions jsonb not null,
  is_active boolean not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index evaluation_templates_name_key on evaluation_templates (fold_text(name));
