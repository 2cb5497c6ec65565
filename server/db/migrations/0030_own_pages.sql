-- Pages that admins write. Terms and privacy are two of them; they have a row once they were edited.
create table own_pages (
  id bigint generated always as identity primary key,
  slug text collate "C" not null unique
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- The text of its links; null: the title.
  label text check (length(label) between 1 and 30),
  in_navigation boolean not null default false,
  in_footer boolean not null default false,
  position integer not null,
  -- Incremented when the address or the links change; the texts have their own versions.
  place_version integer not null default 1,
  -- Null: not published. Terms and privacy then show the default text.
  published_version integer
);

-- Every text that was saved, with consecutive numbers: a save is the one after the version that it was made from,
-- so the second of two editors is refused.
create table own_page_versions (
  page_id bigint not null references own_pages on delete cascade,
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 120),
  description text not null default '',
  -- blocks: the notation of terms and privacy before they were pages.
  format text not null check (format in ('html', 'blocks')),
  -- Null: the default text.
  content text,
  saved_at timestamptz not null default now(),
  saved_by bigint references accounts on delete set null,
  primary key (page_id, version)
);

alter table own_pages
  add foreign key (id, published_version) references own_page_versions (page_id, version);

-- Addresses that a page had before; they lead to its current one.
create table own_page_former_addresses (
  slug text collate "C" primary key,
  page_id bigint not null references own_pages on delete cascade
);
create index own_page_former_addresses_page on own_page_former_addresses (page_id);

-- The owner's own terms and privacy text were settings.
insert into own_pages (slug, position)
select substr(key, 6), 0 from settings
where key in ('site.terms', 'site.privacy') and value ->> 'source' <> '';

insert into own_page_versions (page_id, version, title, format, content, saved_at, saved_by)
select
  own_pages.id,
  1,
  case slug when 'terms' then 'Terms of Service' else 'Privacy Policy' end,
  'blocks',
  value ->> 'source',
  updated_at,
  updated_by
from own_pages join settings on settings.key = 'site.' || slug;

update own_pages set published_version = 1;

delete from settings where key in ('site.terms', 'site.privacy');
