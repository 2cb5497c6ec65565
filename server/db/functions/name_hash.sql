create or replace function name_hash(p_name_key text) returns bytea language sql immutable as $$
  select sha256(convert_to(p_name_key, 'UTF8'))
$$;
