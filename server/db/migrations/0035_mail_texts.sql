-- The texts of emails that admins saved, with consecutive numbers for each kind of email: a save is the one after
-- the version that it was made from, so the second of two editors is refused. The newest one is sent.
create table mail_text_versions (
  kind text collate "C" not null check (length(kind) between 1 and 60),
  version integer not null check (version > 0),
  -- Null: the default text, which may get better with the next release.
  document jsonb check (jsonb_typeof(document) = 'object'),
  saved_at timestamptz not null default now(),
  saved_by bigint references accounts on delete set null,
  primary key (kind, version)
);
