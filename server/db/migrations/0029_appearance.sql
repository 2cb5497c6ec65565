-- Everything that was ever published; the newest row is what the site shows. Ids have no gaps: a version is
-- published as the one after the version that it was made from, so the second of two editors is refused.
create table appearance_versions (
  id integer primary key check (id > 0),
  -- Null: the appearance of a new site.
  document jsonb check (jsonb_typeof(document) = 'object'),
  published_at timestamptz not null default now(),
  published_by bigint references accounts on delete set null
);
