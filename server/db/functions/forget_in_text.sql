-- Replaces a name and an email address, given as patterns, by `p_by`.
create or replace function forget_in_text(p_text text, p_name text, p_email text, p_by text) returns text
language sql immutable as $$
  select regexp_replace(regexp_replace(p_text, p_email, p_by, 'gi'), p_name, p_by, 'gi')
$$;
