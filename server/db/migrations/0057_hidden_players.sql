-- Players who do not want the home page to show that they are online.
create table hidden_players (
  account_id bigint primary key references accounts on delete cascade
);
