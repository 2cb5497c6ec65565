create or replace function hiscores_setting(name text) returns boolean language sql stable as
  $$ select coalesce((select value = 'true'::jsonb from settings where key = name), true) $$;
