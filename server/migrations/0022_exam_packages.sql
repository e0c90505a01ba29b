-- What a clinic usually orders for a type of evaluation, and for a job where one is named. A package that was taken away keeps its
-- row, without exams: its revision goes on, so that a change made from an older state is seen.
create table exam_packages (
  id uuid primary key,
  evaluation_type_id uuid not null references evaluation_types,
  job text check (job <> ''),
  exam_ids uuid[] not null check (cardinality(exam_ids) <= 40),
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index exam_packages_key on exam_packages (evaluation_type_id, fold_text(coalesce(job, '')));
