-- What an import brought from another site, so that repeating it adds nothing twice.
create table imported_records (
  kind text collate "C" not null,
  -- The site's name for it, such as the id of a document.
  source_id text collate "C" not null,
  record_id bigint not null,
  imported_at timestamptz not null default now(),
  primary key (kind, source_id),
  constraint imported_records_kind_known check (kind in ('shop', 'news', 'polls', 'events'))
);

-- Players who voted in an imported poll before it was imported. The other site stored who voted, but not what they
-- chose: their votes are rows of poll_votes without an account.
create table poll_past_voters (
  account_id bigint not null references accounts on delete cascade,
  poll_id bigint not null references polls on delete cascade,
  primary key (account_id, poll_id)
);
create index poll_past_voters_poll_id on poll_past_voters (poll_id);
