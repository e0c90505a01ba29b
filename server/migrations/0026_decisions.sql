-- What a doctor chose for an evaluation (docs/decisions/0036-documents-state-what-the-doctor-chose.md). Null: not chosen. Documents state
-- these values; no program derives them from a note.
create table decisions (
  evaluation_id uuid primary key references evaluations,
  aptitude text check (aptitude in ('apto', 'apto_recomendaciones', 'apto_restricciones', 'aplazado', 'no_apto', 'realizado')),
  -- Lists and objects as the contract has them (contract/records/evaluation/decisions.ts).
  surveillance jsonb,
  referral jsonb,
  restrictions jsonb,
  tasks jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);

-- What the clinic offers its doctors to choose from: one row.
create table decision_options (
  only_one boolean primary key default true check (only_one),
  programmes text[] not null check (cardinality(programmes) <= 40),
  -- Aptitudes that are switched off, by evaluation type: [{"evaluation_type_id": …, "aptitudes": […]}].
  aptitudes_off jsonb not null default '[]',
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
insert into decision_options (programmes) values (array[
  'osteomuscular', 'auditivo', 'visual', 'respiratorio', 'cardiovascular', 'psicosocial', 'químico', 'biológico', 'voz'
]);
