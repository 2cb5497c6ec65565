-- The players that an account follows in the hiscores. Nobody else sees them.

create table followed_players (
  account_id bigint not null references accounts on delete cascade,
  player_id integer not null references players on delete cascade,
  followed_at timestamptz not null default now(),
  primary key (account_id, player_id)
);

-- For deleting and resetting players.
create index followed_players_player_id on followed_players (player_id);
