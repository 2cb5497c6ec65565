-- The same in all texts of a JSON value. Its keys and numbers stay.
create or replace function forget_in_json(p_json jsonb, p_name text, p_email text, p_by text) returns jsonb
language plpgsql immutable as $$
begin
  case jsonb_typeof(p_json)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, forget_in_json(value, p_name, p_email, p_by)), '{}')
        from jsonb_each(p_json));
    when 'array' then
      return (select coalesce(
          jsonb_agg(forget_in_json(value, p_name, p_email, p_by) order by ordinality), '[]')
        from jsonb_array_elements(p_json) with ordinality);
    when 'string' then
      return to_jsonb(forget_in_text(p_json #>> '{}', p_name, p_email, p_by));
    else return p_json;
  end case;
end
$$;
