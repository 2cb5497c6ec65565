-- count_hiscores and add_to_hiscore_blocks count all depths in one statement.
select 1;
