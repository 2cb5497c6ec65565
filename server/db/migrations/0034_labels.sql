-- News categories and event types, which admins add, rename, sort and hide. Posts and events store the key,
-- which never changes, so a new name leaves rows, addresses and the API as they are.
create table labels (
  list text not null check (list in ('news', 'events')),
  key text not null check (char_length(key) between 1 and 40),
  name text not null check (char_length(name) between 1 and 30),
  -- The name in lower case, made by the server: no two names of a list differ only in case.
  name_key text collate "C" not null,
  icon text not null check (icon ~ '^[a-z-]{1,30}$'),
  tone text not null check (tone in ('neutral', 'gold', 'moss', 'ember', 'blood', 'sky')),
  position integer not null,
  -- Not offered for new posts and events; those that have it keep it.
  is_hidden boolean not null default false,
  primary key (list, key),
  -- Deferrable: one statement saves the whole list, in which two labels may swap names or places.
  constraint labels_name_unique unique (list, name_key) deferrable,
  constraint labels_position_unique unique (list, position) deferrable
);

insert into labels (list, key, name, name_key, icon, tone, position)
select list, name, name, lower(name), icon, tone, row_number() over (partition by list order by place)
from (values
  (1, 'news', 'Community', 'tankard', 'gold'),
  (2, 'news', 'Game Updates', 'sword', 'gold'),
  (3, 'news', 'Dev Blogs', 'quill', 'gold'),
  (4, 'news', 'Support', 'aid', 'gold'),
  (5, 'news', 'Behind The Scenes', 'key', 'gold'),
  (6, 'news', 'Future Updates', 'hourglass', 'gold'),
  (7, 'news', 'Technical', 'anvil', 'gold'),
  (8, 'news', 'Events', 'gonfalon', 'gold'),
  (9, 'news', 'Website', 'tower', 'gold'),
  (10, 'events', 'Bossing', 'skull', 'ember'),
  (11, 'events', 'PvP', 'swords', 'blood'),
  (12, 'events', 'Community Game', 'tankard', 'moss'),
  (13, 'events', 'Questing', 'grail', 'sky'),
  (14, 'events', 'Skilling', 'pickaxe', 'neutral'),
  (15, 'events', 'Mini-game', 'die', 'moss')
) as defaults (place, list, name, icon, tone);

-- The generated column completes the foreign key: a post cannot have the label of an event.
alter table news_posts
  drop constraint news_posts_category_check,
  add category_list text not null generated always as ('news') stored,
  add constraint news_posts_category foreign key (category_list, category) references labels (list, key);
create index news_posts_category on news_posts (category);

alter table events
  drop constraint events_type_known,
  add type_list text not null generated always as ('events') stored,
  add constraint events_type foreign key (type_list, type) references labels (list, key);
create index events_type on events (type);
