-- How many saves the adapter of a game server has refused and keeps for the owner to look at.
alter table game_servers
  add column rejected_saves integer not null default 0 check (rejected_saves >= 0);
