import { sql } from 'kysely';

import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';

/**
 * Adds rows about this account to every table that can have some, as a player and as staff. The name is also in
 * free texts, in several spellings. `other` is the second person where there must be one.
 */
export async function fillAccount(
  { deps: { db } }: TestApp,
  player: TestPlayer,
  other: TestPlayer,
): Promise<void> {
  const { id, email, username } = player;
  const key = username.toLowerCase();
  const values = { id, other: other.id, email, username, key, spelling: key.replaceAll(' ', '_') };
  for (const statement of statements) await sql.raw(fill(statement, values)).execute(db);
}

function fill(statement: string, values: Record<string, string | number>): string {
  return statement.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** Rows of `other` that must be neither exported nor changed have the word "secret". */
const statements = [
  `insert into audit_log (actor_id, actor_name, action, subject, before, after)
    values ({id}, '{username}', 'accounts/renamed', '{key}', '{"username": "Iron Ada Jr"}', '{"username": "{username}"}')`,
  `update accounts set email_link_sent_at = now() where id = {id}`,
  `insert into account_permissions (account_id, permission, given_by) values ({id}, 'news', {other})`,
  `insert into two_factor_secrets (account_id, secret, confirmed_at) values ({id}, 'HIDDEN-SEED', now())`,
  `insert into recovery_codes (account_id, code_hash, used_at)
    values ({id}, '\\xdeadbeef', null), ({id}, '\\xdeadbeef02', now())`,
  `insert into reserved_names (username, username_key, account_id, expires_at)
    values ('Old {username}', 'old {key}', {id}, now() + interval '1 day')`,
  `insert into known_networks (account_id, network) values ({id}, '192.0.2.77')`,
  `insert into ended_sign_ins (account_id, signed_in_at) values ({id}, now() - interval '1 hour')`,
  `insert into game_passwords (account_id, password_hash) values ({id}, 'secret-game-hash')`,
  `insert into identity_refresh_tokens (token_hash, uid, valid_since, signed_in_at, expires_at)
    select '\\xfeed', identity_id, now(), now(), now() + interval '1 hour' from accounts where id = {id}`,
  `insert into identity_reset_codes (code_hash, uid, expires_at, is_mailed)
    select '\\xfeed', identity_id, now() + interval '1 hour', true from accounts where id = {id}`,
  `insert into identity_email_codes (code_hash, uid, email, expires_at)
    select '\\xfeed', identity_id, 'Old.{email}', now() + interval '1 hour' from accounts where id = {id}`,

  `insert into game_servers (name, is_online, state, online, players)
    values ('Harbour', true, 'running', 2, array['{spelling}', 'Other One'])`,
  `insert into game_tokens (server_id, secret_hash, hint, slot, scopes, created_by)
    select id, sha256('token'), 'abcd', 1, array['deliveries'], '{username}' from game_servers`,
  `insert into game_commands (server_id, type, args, actor_id, actor_name)
    select id, 'mute', jsonb_build_object('player', '{spelling}', 'reason', '{username} spams'), {other}, 'Warden'
    from game_servers`,
  `insert into game_commands (server_id, type, args, actor_id, actor_name)
    select id, 'kick', '{"player": "Other One secret"}', {id}, '{username}' from game_servers`,
  `insert into bridge_answers (server_id, key, request_hash, answer)
    select id, 'moderation:{spelling}', '\\x00', '{"player": "{username}", "status": "accepted"}' from game_servers`,
  `insert into contracts (name, type, skill, level, npc_id, npc_name, item_id, min_amount, max_amount, updated_by)
    values ('Oak', 'Gather', 'Woodcutting', 1, 1, 'Bob', 1, 1, 2, '{username}')`,

  `insert into counters (id, key, name, group_name, icon, position)
    values (32, 'zulrah', 'Zulrah', 'Bosses', 'serpent', 1)`,
  `insert into game_modes (id, key, name, icon, colour, position)
    values (1, 'ironman', 'Ironman', 'helm', 'neutral', 1)`,
  `insert into players (name, name_key, experience, total_level, total_tenths, observed_at, reported_by, mode, counts)
    select '{spelling}', '{key}', (select array_agg(position::bigint * 10) from skills), 60, 2310, now(), id, 1, array[12]
    from game_servers`,
  `insert into hiscores (player_id, skill, score, is_listed)
    select id, 1, 5000, true from players where name_key = '{key}'`,
  `insert into player_days (player_id, day, experience, total_level, counts)
    select id, current_date, experience, total_level, counts from players where name_key = '{key}'`,
  `insert into hiscore_gains (days, skill, player_id, gain)
    select 7, 1, id, 100 from players where name_key = '{key}'`,
  `insert into hiscore_records (player_id, days, skill, gain, day)
    select id, 7, 1, 100, current_date from players where name_key = '{key}'`,
  `insert into milestones (player_id, kind, skill, value, is_first, reached_at)
    select id, 'count', 32, 100, true, now() from players where name_key = '{key}'`,
  `insert into seasons (name, starts_at, ends_at) values ('Winter', now(), now() + interval '1 day')`,
  `insert into season_players (season_id, player_id, experience, observed_at)
    select seasons.id, players.id, experience, now() from seasons, players where name_key = '{key}'`,
  `insert into season_scores (season_id, skill, player_id, score, reached_at)
    select seasons.id, 0, players.id, 50, now() from seasons, players where name_key = '{key}'`,
  `insert into followed_players (account_id, player_id)
    select {id}, id from players where name_key = '{key}'`,

  `insert into events (title, description, type, starts_at, creator_id)
    values ('Feast of {username}', 'Ask {spelling} or {email}.', 'Bossing', date_trunc('hour', now()) + interval '2 days', {id})`,
  `insert into event_attendance (event_id, account_id, state) select id, {id}, 'going' from events`,
  `insert into event_attendance (event_id, account_id, state) select id, {other}, 'going' from events`,
  `insert into event_reminders (event_id, account_id, starts_at) select id, {id}, starts_at from events`,
  `insert into hidden_players (account_id) values ({id})`,
  `insert into event_reminder_opt_outs (account_id) values ({id})`,
  `insert into event_series (title, description, type, zone, local_time, every_weeks, weekdays, first_day, last_day,
      planned_to, creator_id, creator_rights, community_manager)
    values ('Weekly feast of {username}', 'Ask {spelling}.', 'Bossing', 'Europe/London', '19:00', 1, array[1], '2026-11-16',
      '2027-02-01', '2026-12-28', {id}, 2, false)`,
  `insert into account_visits (account_id, seen_experience, last_visit_at)
    values ({id}, '{"Attack": 11540}', now() - interval '2 days')`,

  `insert into polls (title, ends_at, created_by) values ('Ferry?', now() + interval '1 day', {id})`,
  `insert into poll_questions (poll_id, position, question) select id, 0, 'Ferry or bridge?' from polls`,
  `insert into poll_answers (poll_id, question, position, answer, votes) select id, 0, 0, 'A ferry', 1 from polls`,
  `insert into poll_votes (poll_id, question, account_id, answer) select id, 0, {id}, 0 from polls`,
  `insert into poll_past_voters (poll_id, account_id) select id, {id} from polls`,

  `select move_coins({id}, 'adjustment', 'gift-1', 1000, 'adjustments', 'Prize for {username} <{email}>')`,
  `insert into audit_log (actor_id, actor_name, action, subject, after, ip)
    values ({other}, 'Warden', 'wallet/adjusted', '{id}', '{"accountId": {id}, "reason": "Prize for {username}"}', '10.9.8.7')`,
  `insert into media (hash, width, height, widths, created_by)
    values ('0123456789abcdef0123456789abcdef', 4, 4, array[4], {id})`,
  `insert into shop_items (name, description, price, item_id, updated_by) values ('Lantern', 'Glows', 100, 7, {id})`,
  `insert into purchases (account_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
    select {id}, id, name, item_id, 1, price, false from shop_items`,
  `update purchases set state = 'attention', failures = 1, last_failure = '{username} has a full bank'
    where account_id = {id}`,
  `insert into purchases (account_id, receiver_id, shop_item_id, item_name, item_id, quantity, price, took_stock)
    select {other}, {id}, id, 'Banner', item_id, 1, 0, false from shop_items`,
  `update purchases set failures = 1, last_failure = '{spelling} was away' where receiver_id = {id}`,
  `insert into shop_sales (name, percent, scope, starts_at, ends_at, updated_by)
    values ('Fair', 10, 'all', now() + interval '1 day', now() + interval '2 days', {id})`,
  `insert into pinned_items (account_id, shop_item_id) select {id}, min(id) from shop_items`,
  `insert into supporter_grants (purchase_id, account_id, step_id, game_rank)
    select min(id), {id}, 1, 'patron' from purchases where account_id = {id}`,
  `insert into shop_discounts (account_id, percent, label) values ({id}, 10, 'Welcome')`,
  `insert into shop_grants (purchase_id, account_id, server_id, kind, value, starts_at)
    select purchases.id, {id}, game_servers.id, 'rank', 'knight', now() from purchases, game_servers
    where purchases.account_id = {id} limit 1`,
  `insert into code_batches (name, kind, value, player_limit) values ('Festival', 'percent', 5, 1)`,
  `insert into codes (batch_id, hash, label, uses) select id, '\\xfeed', 'K7QX', 1 from code_batches`,
  `insert into code_uses (code_id, batch_id, account_id, turn) select id, batch_id, {id}, 1 from codes`,
  `insert into gift_notes (purchase_id, note) select id, 'From {username}' from purchases`,
  `insert into gift_mail_wishes (account_id) values ({id})`,
  `insert into orders (account_id, coins, amount, currency, mode, expires_at, origin, session_id, payment_id, checkout_url)
    values ({id}, 500, 500, 'usd', 'sandbox', now() + interval '1 day', 'http://localhost', 'cs_1', 'pi_1', 'http://localhost/pay/secret')`,
  `select move_coins({id}, 'topup', id::text, 500, 'topups', 'Top-up') from orders`,
  `update orders set state = 'paid', paid_at = now(), receipt_at = now()`,
  `update orders set review_reason = '{username} paid twice', end_reason = 'Asked {spelling}'`,
  `insert into order_refunds (order_id, key, amount, requested_by) select id, 'k', 100, '{username}' from orders`,
  `insert into payment_events (id, type, order_id, outcome, created_at)
    select 'evt_1', 'checkout.session.completed', id, 'credited', now() from orders`,
  `insert into unknown_payments (id, order_id, player, amount, currency, mode, handled_at, handled_by)
    values ('pi_2', gen_random_uuid(), '{spelling}', 500, 'usd', 'live', now(), '{username}')`,
  `insert into sandbox_sessions (id, payment_id, amount, currency, product, metadata, payment_metadata, success_url, cancel_url, request, expires_at, status, payment_status, card)
    values ('cs_1', 'pi_1', 500, 'usd', '500 coins', '{"player": "{username}"}', '{"player": "{username}"}', '/', '/', 'metadata[player]={username}', now(), 'complete', 'paid', '4242424242424242')`,
  `insert into sandbox_refunds (id, payment_id, amount, currency, status, metadata, request)
    values ('re_1', 'pi_1', 100, 'usd', 'succeeded', '{"player": "{username}"}', 'metadata[player]={spelling}')`,
  `insert into sandbox_events (id, type, body, next_attempt_at)
    values ('evt_1', 'checkout.session.completed', '{"metadata": {"player": "{username}"}}', null)`,

  `insert into vote_lists (name, link, token_alphabet, token_length, interval_hours, coins, secret, position)
    values ('Lantern List', 'https://example.test/vote', 'mixed', 22, 12, 50, 'secret', 1)`,
  `insert into vote_tokens (list_id, account_id, hash, expires_at)
    select id, {id}, '\\xfeed', now() + interval '1 day' from vote_lists`,
  `insert into votes (token_id, list_id, list_name, account_id, coins, streak)
    select id, list_id, 'Lantern List', {id}, 50, 3 from vote_tokens`,
  `insert into vote_turns (account_id, list_id, next_at)
    select {id}, id, now() + interval '12 hours' from vote_lists`,
  `insert into vote_streaks (account_id, days, last_day) values ({id}, 3, now())`,
  `insert into vote_callbacks (is_trusted, slot, list_id, reason, sender, token_id)
    select true, 0, list_id, 'rewarded', '192.0.2.9', id from vote_tokens`,
  `insert into discord_links (account_id, discord_id, name) values ({id}, '600000000000000001', 'lantern')`,
  `insert into discord_members (discord_id, roles) values ('600000000000000001', array['800000000000000001'])`,
  `insert into discord_hooks (kind) values ('purchases')`,
  `insert into discord_messages (kind, thing, title, embed, account_id)
    values ('purchases', '1', '{username} bought a crown', '{}', {id})`,
  `insert into sanctions (account_id, kind, reason, source, issued_by)
    values ({id}, 'mute', '{spelling} spams', 'site', 'Warden')`,
  `insert into sanctions (account_id, kind, reason, source, issued_by, lifted_at, lifted_by)
    values ({other}, 'mute', 'Spam secret', 'site', '{username}', now(), '{spelling}')`,
  `insert into inbox_threads (account_id, kind, category, subject) values ({id}, 'question', 'The game', 'I am {username}')`,
  `insert into inbox_messages (thread_id, author_id, is_staff, text) select id, {id}, false, 'Hello' from inbox_threads`,
  `insert into inbox_messages (thread_id, author_id, is_staff, is_note, text)
    select id, {other}, true, true, 'A secret note' from inbox_threads`,
  `insert into inbox_pictures (hash, account_id, message_id)
    select '0123456789abcdef0123456789abcdef', {id}, min(id) from inbox_messages`,
  `insert into inbox_threads (account_id, kind, subject, about_kind, about_id, assignee_id, state, closed_at)
    values ({other}, 'report', 'Player {username}', 'player', '{id}', {id}, 'closed', now())`,
  `insert into inbox_threads (account_id, kind, subject, state, closed_at, is_accepted, decided_at, decided_by)
    values ({other}, 'appeal', 'Appeal of a mute secret', 'closed', now(), false, now(), '{username}')`,
  `insert into inbox_messages (thread_id, author_id, is_staff, text)
    select id, {id}, true, 'A secret answer' from inbox_threads where account_id = {other}`,
  `insert into inbox_blocks (account_id, blocked_by) values ({id}, 'Warden'), ({other}, '{username}')`,
  `insert into infractions (account_id, note, noted_by) values ({id}, '{username} was rude', 'Warden')`,
  `insert into infractions (account_id, note, noted_by) values ({other}, 'Rude secret', '{username}')`,
  `insert into news_posts (title, category, content, teaser, state, updated_by)
    values ('Hello', 'Community', '<p>Hello</p>', 'Hello', 'draft', {id})`,
  `insert into appearance_versions (id, published_by) values (1, {id})`,
  `insert into own_pages (slug, position) values ('about', 1)`,
  `insert into own_page_versions (page_id, version, title, format, saved_by)
    select id, 1, 'About', 'html', {id} from own_pages`,
  `insert into mail_text_versions (kind, version, saved_by) values ('test', 1, {id})`,
  `insert into settings (key, value, updated_by) values ('events.players_may_host', 'true', {id})`,

  `insert into mails (recipient, subject, content) values (upper('{email}'), 'Hello {username}', '{"heading": "Hello {username}"}')`,
  `insert into rate_limits (key, hits, resets_at) values ('known address {email}', 1, now() + interval '1 day')`,
  `insert into rate_limits (key, hits, resets_at) values ('game login name {key} | network 10.0.0.1', 1, now() + interval '1 day')`,
  `insert into audit_log (actor_id, actor_name, action, subject, before, after, ip)
    values ({other}, 'Warden', 'accounts/sign-in-changed', '{key}', '{"email": "earlier.{email}"}', '{"email": "{email}"}', '10.9.8.7')`,
  `insert into audit_log (actor_id, actor_name, action, subject, after, ip)
    values ({id}, '{username}', 'accounts/muted', 'other one secret', '{"reason": "Spam"}', '10.1.2.3')`,
  `insert into audit_log (actor_id, actor_name, action, subject, after)
    values ({other}, 'Warden', 'shop/purchase-refunded', '1', '{"player": "{username}", "coins": 5}')`,
];
