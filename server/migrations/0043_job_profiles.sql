-- A package may also name a company, whose job profile it then is. It then has emphases of the examination, and additional fields
-- that reception asks for.
alter table exam_packages
  add column company_id uuid references companies,
  add column emphases text[] not null default '{}' check (cardinality(emphases) <= 10),
  add column additional_field_ids uuid[] not null default '{}' check (cardinality(additional_field_ids) <= 20);
drop index exam_packages_key;
create unique index exam_packages_key on exam_packages (evaluation_type_id, company_id, fold_text(coalesce(job, '')))
  nulls not distinct;
