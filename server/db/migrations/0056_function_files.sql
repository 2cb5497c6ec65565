-- From here on the functions and triggers in force are the files in server/db/functions. They are applied after the
-- last migration.
select 1;
