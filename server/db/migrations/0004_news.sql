-- One row per uploaded picture, named by the hash of its content; the files are outside the database.
create table media (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- Ascending; the last one is the original width.
  widths integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now(),
  created_by bigint references accounts on delete set null
);

create table news_posts (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  category text not null check (category in ('Community', 'Game Updates', 'Dev Blogs', 'Support',
    'Behind The Scenes', 'Future Updates', 'Technical', 'Events', 'Website')),
  -- At most one of the two is set: an external URL, or an uploaded picture.
  display_image text,
  media_hash text references media,
  content text not null,
  teaser text not null,
  state text not null check (state in ('draft', 'scheduled', 'published')),
  publish_at timestamptz,
  published_at timestamptz,
  -- Incremented with every change; a save names the version it was based on.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null if the schedule published it or the account was deleted.
  updated_by bigint references accounts on delete set null,
  check (display_image is null or media_hash is null),
  check (state <> 'scheduled' or (publish_at is not null and published_at is null)),
  check (state <> 'published' or published_at is not null)
);
create index news_posts_newest on news_posts (published_at desc, id desc) where state = 'published';
create index news_posts_due on news_posts (publish_at) where state = 'scheduled';
