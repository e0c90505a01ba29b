-- Words that a clinic writes often into one of the eight notes, as a catalogue that its people edit (docs/decisions/0034).
create table note_phrases (
  id uuid primary key,
  note_type text not null check (note_type in ('recomendaciones', 'manejo_eps_arp', 'habitos', 'sve', 'restricciones',
    'concepto', 'aptitud_tarea', 'observaciones')),
  name text not null check (char_length(name) between 1 and 500),
  is_active boolean not null default true,
  revision integer not null default 1,
  search_text text not null generated always as (fold_text(name)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index note_phrases_name on note_phrases (name collate "es-x-icu", id);
create index note_phrases_search on note_phrases using gin (search_text gin_trgm_ops);

create trigger row_revision before update on note_phrases
  for each row execute function raise_row_revision();
insert into catalog_revisions (resource) values ('note_phrases');
create trigger revision_on_insert after insert on note_phrases referencing new table as changed
  for each statement execute function raise_catalog_revision();
create trigger revision_on_update after update on note_phrases referencing new table as changed
  for each statement execute function raise_catalog_revision();
