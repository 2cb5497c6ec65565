-- Accounts that an import had disabled could not sign in, and no screen showed it. They become bans, which an admin
-- sees and lifts. A ban that ends by itself is replaced, because a disabled account stayed disabled.
create view disabled_accounts as
  select accounts.id, accounts.username_key
  from accounts
  join identity_users on identity_users.uid = accounts.identity_id
  where accounts.identity_provider = 'embedded' and identity_users.is_disabled;

update sanctions set
  lifted_at = least(now(), expires_at),
  lifted_by = case when expires_at <= now() then 'expiry' else 'import' end
where account_id in (select id from disabled_accounts)
  and kind = 'ban' and lifted_at is null and expires_at is not null;

insert into sanctions (account_id, kind, reason, source, issued_by)
select id, 'ban', 'Disabled on the old site', 'site', 'import' from disabled_accounts
on conflict (account_id, kind) where lifted_at is null do nothing;

update sessions set expires_at = now()
where account_id in (select id from disabled_accounts) and expires_at > now();

select refresh_players(array_agg(username_key)) from disabled_accounts having count(*) > 0;

update identity_users set is_disabled = false
where uid in (
  select identity_id from accounts where id in (select id from disabled_accounts));

drop view disabled_accounts;

-- Imported posts with a date in the future were public at once. They wait for their date.
update news_posts set state = 'scheduled', publish_at = published_at, published_at = null
where state = 'published' and published_at > now();
