-- Meaning of the columns in the lists of a company, by the digest of the columns' titles (docs/reference/product.md, P11.78). The
-- titles are not stored, because a row of a person may be mistaken for titles. Rows of a company beyond a limit are deleted.
create table remembered_columns (
  company_id uuid not null references companies,
  titles_sha256 bytea not null check (length(titles_sha256) = 32),
  -- As in contract/records/roster-columns.ts.
  content jsonb not null check (jsonb_array_length(content -> 'columns') <= 200),
  imported_at timestamptz not null,
  primary key (company_id, titles_sha256)
);
