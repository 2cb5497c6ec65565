-- hiscore_page reads rows and players in one statement, and count_players_ahead the counts of all depths.
select 1;
