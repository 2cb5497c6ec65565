import type { ColumnType, Generated, GeneratedAlways, Insertable, Selectable } from 'kysely';

import type { CommandType } from '#shared/bridge.ts';
import type { EventType } from '#shared/events.ts';
import type { DisputeState, OrderState } from '#shared/payments.ts';

import type { MailContent } from '../lib/mail.ts';

/** Every table. A feature adds its row here and its migration to migrations/list.ts. */
export type Schema = {
  accounts: AccountsTable;
  sessions: SessionsTable;
  rate_limits: RateLimitsTable;
  settings: SettingsTable;
  audit_log: AuditLogTable;
  job_runs: JobRunsTable;
  mails: MailsTable;
  two_factor_secrets: TwoFactorSecretsTable;
  recovery_codes: RecoveryCodesTable;
  identity_users: IdentityUsersTable;
  identity_keys: IdentityKeysTable;
  identity_refresh_tokens: IdentityRefreshTokensTable;
  identity_reset_codes: IdentityResetCodesTable;
  identity_email_codes: IdentityEmailCodesTable;
  media: MediaTable;
  news_posts: NewsPostsTable;
  events: EventsTable;
  event_attendance: EventAttendanceTable;
  event_reminders: EventRemindersTable;
  event_reminder_opt_outs: EventReminderOptOutsTable;
  polls: PollsTable;
  poll_questions: PollQuestionsTable;
  poll_answers: PollAnswersTable;
  poll_votes: PollVotesTable;
  players: PlayersTable;
  hiscores: HiscoresTable;
  hiscore_gains: HiscoreGainsTable;
  player_days: PlayerDaysTable;
  wallets: WalletsTable;
  ledger: LedgerTable;
  purchases: PurchasesTable;
  ledger_entries: LedgerEntriesView;
  delivery_events: DeliveryEventsTable;
  shop_items: ShopItemsTable;
  sanctions: SanctionsTable;
  infractions: InfractionsTable;
  orders: OrdersTable;
  payment_events: PaymentEventsTable;
  order_refunds: OrderRefundsTable;
  unknown_payments: UnknownPaymentsTable;
  sandbox_sessions: SandboxSessionsTable;
  sandbox_refunds: SandboxRefundsTable;
  sandbox_disputes: SandboxDisputesTable;
  sandbox_events: SandboxEventsTable;
  game_servers: GameServersTable;
  game_tokens: GameTokensTable;
  online_samples: OnlineSamplesTable;
  game_commands: GameCommandsTable;
  bridge_answers: BridgeAnswersTable;
  contracts: ContractsTable;
  game_passwords: GamePasswordsTable;
  launcher: LauncherTable;
};

/**
 * A jsonb column, written as JSON.stringify(value): the driver would turn a JavaScript array into an
 * SQL array and a string into bare text, and neither is JSON.
 */
export type JsonColumn<T = unknown> = ColumnType<T, string, string>;
export type NullableJsonColumn<T = unknown> = ColumnType<
  T | null,
  string | null | undefined,
  string | null
>;

type AccountsTable = {
  id: GeneratedAlways<number>;
  username: string;
  /** Normalised name; two names with the same key are the same name. */
  username_key: string;
  email: string;
  email_key: string;
  identity_provider: string;
  identity_id: string;
  user_rights: Generated<number>;
  community_manager: Generated<boolean>;
  created_at: Generated<Date>;
  /** Set while a registration waits for the identity provider. */
  pending_since: Date | null;
  /** Incremented by every change an admin makes; each change names the version it was based on. */
  version: Generated<number>;
  /** Sign-ins at the provider before this time cannot start a session. */
  signed_out_at: Generated<Date | null>;
  /** Copied from the identity provider; null: the address is not confirmed. */
  email_verified_at: Generated<Date | null>;
  /** When a confirmation link was last sent to the current address. */
  email_link_sent_at: Generated<Date | null>;
};

type TwoFactorSecretsTable = {
  account_id: number;
  secret: string;
  confirmed_at: Date | null;
  last_step: Generated<number>;
  created_at: Generated<Date>;
};

type RecoveryCodesTable = {
  account_id: number;
  code_hash: Buffer;
  used_at: Date | null;
};

type SessionsTable = {
  /** Hash of the cookie's token; the token itself is never stored. */
  token_hash: Buffer;
  /** The account page uses this id to list and end sessions. */
  id: Generated<string>;
  account_id: number;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  authenticated_at: Generated<Date>;
  /** The provider's `valid_since` at sign-in. A later value at the provider ends the session. */
  valid_since: Date;
  second_factor_at: Generated<Date | null>;
  expires_at: Date;
  ip: string | null;
  user_agent: string | null;
};

type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Date;
};

type SettingsTable = {
  key: string;
  value: JsonColumn;
  updated_at: Generated<Date>;
  updated_by: number | null;
};

/** Append-only: the database rejects everything except inserts. */
type AuditLogTable = {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  actor_id: number | null;
  actor_name: string | null;
  action: string;
  subject: string | null;
  before: NullableJsonColumn;
  after: NullableJsonColumn;
  ip: string | null;
};

type JobRunsTable = {
  name: string;
  last_started_at: Date | null;
  last_finished_at: Date | null;
  last_error: string | null;
  failing_since: Generated<Date | null>;
  lease_id: string | null;
  lease_until: Date | null;
};

/** Emails waiting to be sent, and for some days the ones that were sent or abandoned. */
type MailsTable = {
  id: GeneratedAlways<number>;
  message_id: Generated<string>;
  recipient: string;
  subject: string;
  /** Null once the email was sent or abandoned. */
  content: NullableJsonColumn<MailContent>;
  is_urgent: Generated<boolean>;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  /** Time of the next attempt. While a process is sending the email: the end of its lease. */
  due_at: Generated<Date>;
  give_up_at: Generated<Date>;
  finished_at: Generated<Date | null>;
  last_error: Generated<string | null>;
};

/** Users of the embedded identity provider; accounts.identity_id holds their uid. */
type IdentityUsersTable = {
  uid: string;
  email: string;
  email_key: string;
  password_hash: string;
  is_disabled: Generated<boolean>;
  /** Changes with the password; a token carries the value from when it was issued. */
  valid_since: Generated<Date>;
  created_at: Generated<Date>;
  last_login_at: Date | null;
  email_verified_at: Generated<Date | null>;
};

type IdentityKeysTable = {
  id: string;
  private_jwk: JsonColumn;
  created_at: Generated<Date>;
};

type IdentityRefreshTokensTable = {
  token_hash: Buffer;
  uid: string;
  valid_since: Date;
  signed_in_at: Date;
  created_at: Generated<Date>;
  expires_at: Date;
};

type IdentityResetCodesTable = {
  code_hash: Buffer;
  uid: string;
  expires_at: Date;
  /** False for a code that the command line printed. */
  is_mailed: Generated<boolean>;
};

type IdentityEmailCodesTable = {
  code_hash: Buffer;
  uid: string;
  /** The address the code was sent to. */
  email: string;
  expires_at: Date;
  used_at: Generated<Date | null>;
};

type EventsTable = {
  id: GeneratedAlways<number>;
  title: string;
  description: string;
  type: EventType;
  starts_at: Date;
  zone: Generated<string>;
  creator_id: number | null;
  creator_rights: Generated<number>;
  community_manager: Generated<boolean>;
  sequence: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  is_begun_announced: Generated<boolean>;
};

type EventAttendanceTable = {
  event_id: number;
  account_id: number;
  state: 'interested' | 'going';
  marked_at: Generated<Date>;
};

type EventRemindersTable = {
  event_id: number;
  account_id: number;
  starts_at: Date;
  claimed_at: Generated<Date>;
};

type EventReminderOptOutsTable = { account_id: number };

type PollsTable = {
  id: GeneratedAlways<number>;
  title: string;
  ends_at: Date;
  ended_at: Date | null;
  min_account_age_days: Generated<number>;
  min_total_level: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: number | null;
};

type PollQuestionsTable = { poll_id: number; position: number; question: string };

type PollAnswersTable = {
  poll_id: number;
  question: number;
  position: number;
  answer: string;
  votes: Generated<number>;
};

type PollVotesTable = {
  id: GeneratedAlways<number>;
  poll_id: number;
  question: number;
  account_id: number | null;
  answer: number;
  voted_at: Generated<Date>;
};

/** Players reported by the game. Experience is in tenths, by stat id. */
type PlayersTable = {
  id: GeneratedAlways<number>;
  name: string;
  name_key: string;
  user_rights: Generated<number>;
  is_listed: Generated<boolean>;
  experience: number[];
  total_level: number;
  total_tenths: number;
  observed_at: Date;
  playtime_seconds: number | null;
  created_at: Generated<Date>;
  changed_at: Generated<Date>;
};

/** Ranked rows; skill 0 is Overall. Triggers update hiscore_blocks, which only SQL functions read. */
type HiscoresTable = {
  player_id: number;
  skill: number;
  score: number;
  seq: Generated<number>;
  is_listed: boolean;
  bucket: GeneratedAlways<number>;
};

type HiscoreGainsTable = { days: number; skill: number; player_id: number; gain: number };

type PlayerDaysTable = {
  player_id: number;
  /** 2026-11-20, in UTC. */
  day: string;
  experience: number[];
  total_level: number;
  ranks: (number | null)[] | null;
  is_ranked: Generated<boolean>;
};

/** Written by the triggers on ledger and purchases; the database rejects other writes. */
type WalletsTable = {
  account_id: number;
  balance: Generated<number>;
  open_disputes: Generated<number>;
};

/** Every coin movement except purchases, which are in their own table. Append-only. */
type LedgerTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  /** The other side of the movement: its amount is the player's, negated. */
  book: LedgerBook;
  kind: LedgerKind;
  ref: string;
  memo: string;
  amount: number;
  balance_after: GeneratedAlways<number>;
  at: Generated<Date>;
};

/** View of ledger and purchases together. */
type LedgerEntriesView = {
  id: number;
  account_id: number;
  book: LedgerBook;
  kind: LedgerKind | 'purchase';
  ref: string;
  memo: string;
  amount: number;
  balance_after: number;
  at: Date;
};

/** A purchase, written once by the SQL function buy_item, and the state of its delivery. */
type PurchasesTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  shop_item_id: number;
  item_name: string;
  /** The item's id in the game. */
  item_id: number;
  quantity: number;
  price: number;
  balance_after: GeneratedAlways<number>;
  took_stock: boolean;
  key: string | null;
  created_at: Generated<Date>;
  /** The id that the game uses for the delivery. */
  delivery_id: GeneratedAlways<string>;
  state: Generated<DeliveryState>;
  claimed_at: Date | null;
  delivered_at: Date | null;
  /** Set when the coins were refunded. */
  canceled_at: Date | null;
  server_id: number | null;
  lease_id: string | null;
  lease_until: Date | null;
  failures: Generated<number>;
  last_failure: string | null;
  /** The player's game session that claimed the delivery. */
  lease_session: string | null;
  /** After a failure: earliest time of the next attempt. */
  retry_at: Date | null;
};

/** State changes of a delivery after it was queued; written by a trigger on purchases. */
type DeliveryEventsTable = {
  id: GeneratedAlways<number>;
  purchase_id: number;
  state: DeliveryState | 'failed';
  detail: string | null;
  at: Generated<Date>;
};

type ShopItemsTable = {
  id: GeneratedAlways<number>;
  name: string;
  description: string;
  /** Picture on an allowed host. An uploaded picture is in media_hash instead. */
  image: string | null;
  media_hash: string | null;
  price: number;
  /** The item's id in the game. */
  item_id: number;
  quantity: Generated<number>;
  is_enabled: Generated<boolean>;
  position: Generated<number>;
  ends_at: Date | null;
  stock: number | null;
  player_limit: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by: number | null;
  deleted_at: Date | null;
};

type SanctionsTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  kind: 'mute' | 'ban';
  reason: string;
  source: 'site' | 'game';
  issued_by: string;
  issued_at: Generated<Date>;
  expires_at: Date | null;
  lifted_at: Date | null;
  lifted_by: string | null;
};

type InfractionsTable = {
  id: GeneratedAlways<number>;
  account_id: number;
  note: string;
  noted_by: string;
  at: Generated<Date>;
};

type GameServersTable = {
  id: GeneratedAlways<number>;
  name: string;
  created_at: Generated<Date>;
  removed_at: Date | null;
  is_online: Generated<boolean>;
  state: Generated<GameServerState>;
  boot_id: string | null;
  version: string | null;
  online: Generated<number>;
  max_online: Generated<number>;
  players: Generated<string[]>;
  started_at: Date | null;
  heartbeat_at: Date | null;
};

type GameTokensTable = {
  id: GeneratedAlways<number>;
  server_id: number;
  secret_hash: Buffer;
  /** The last characters of the secret, so that admins can tell tokens apart. */
  hint: string;
  /** 1 or 2, or null once revoked. */
  slot: number | null;
  scopes: string[];
  addresses: Generated<string[]>;
  created_at: Generated<Date>;
  created_by: string;
  last_seen_at: Date | null;
  last_seen_ip: string | null;
  revoked_at: Date | null;
};

type OnlineSamplesTable = {
  server_id: number;
  at: Date;
  /** Length of the sampled period. */
  seconds: number;
  peak: number;
  total: number;
  samples: number;
};

type GameCommandsTable = {
  id: GeneratedAlways<number>;
  server_id: number;
  type: CommandType;
  args: JsonColumn<Record<string, unknown>>;
  actor_id: number | null;
  actor_name: string;
  state: Generated<CommandState>;
  detail: string | null;
  created_at: Generated<Date>;
  not_after: Date | null;
  sent_at: Date | null;
  finished_at: Date | null;
};

type BridgeAnswersTable = {
  server_id: number;
  key: string;
  request_hash: Buffer;
  answer: NullableJsonColumn;
  created_at: Generated<Date>;
};

/** Skilling contracts that the game hands to players. */
type ContractsTable = {
  id: GeneratedAlways<number>;
  name: string;
  type: 'Gather' | 'Delivery';
  skill: string;
  level: number;
  npc_id: number;
  npc_name: string;
  item_id: number;
  min_amount: number;
  max_amount: number;
  weight: Generated<number>;
  description: Generated<string>;
  enabled: Generated<boolean>;
  position: Generated<number>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: string;
};

type GamePasswordsTable = {
  account_id: number;
  password_hash: string;
  set_at: Generated<Date>;
};

type LauncherTable = {
  id: Generated<boolean>;
  version: string;
  file_name: string | null;
  size: number | null;
  sha256: string | null;
  is_live: Generated<boolean>;
  updated_at: Generated<Date>;
};

/** Top-ups. `coins` and `clawed` are coins; all other amounts are cents. */
type OrdersTable = {
  id: Generated<string>;
  account_id: number;
  state: Generated<OrderState>;
  coins: number;
  amount: number;
  currency: string;
  mode: 'live' | 'test' | 'sandbox';
  key: string | null;
  expires_at: Date;
  origin: string;
  session_id: string | null;
  checkout_url: string | null;
  payment_id: string | null;
  refunded: Generated<number>;
  disputed: Generated<number>;
  dispute: DisputeState | null;
  /** Incremented when refunded, disputed or dispute is written, or losses_due is set. */
  version: Generated<number>;
  losses_due: Generated<boolean>;
  losses_at: Date | null;
  clawed: Generated<number>;
  clawbacks: Generated<number>;
  review_reason: string | null;
  end_reason: string | null;
  consent_version: string | null;
  consent_at: Date | null;
  consent_terms: string | null;
  created_at: Generated<Date>;
  paid_at: Date | null;
  checked_at: Date | null;
  receipt_at: Date | null;
};

type PaymentEventsTable = {
  id: string;
  type: string;
  order_id: string | null;
  outcome: string;
  created_at: Date;
  received_at: Generated<Date>;
};

type OrderRefundsTable = {
  order_id: string;
  key: string;
  amount: number;
  refund_id: string | null;
  requested_by: string;
  requested_at: Generated<Date>;
};

type UnknownPaymentsTable = {
  id: string;
  order_id: string;
  session_id: string | null;
  player: string | null;
  amount: number;
  currency: string;
  mode: 'live' | 'test' | 'sandbox';
  found_at: Generated<Date>;
  handled_at: Date | null;
  handled_by: string | null;
};

/** The sandbox_ tables hold the data of the payment sandbox. */
type SandboxSessionsTable = {
  id: string;
  payment_id: string | null;
  status: Generated<'open' | 'complete' | 'expired'>;
  payment_status: Generated<'paid' | 'unpaid'>;
  amount: number;
  currency: string;
  product: string;
  reference: string | null;
  metadata: JsonColumn<Record<string, string>>;
  payment_metadata: JsonColumn<Record<string, string>>;
  success_url: string;
  cancel_url: string;
  card: string | null;
  idempotency_key: string | null;
  request: string;
  created_at: Generated<Date>;
  expires_at: Date;
};

type SandboxRefundsTable = {
  id: string;
  payment_id: string;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  metadata: JsonColumn<Record<string, string>>;
  idempotency_key: string | null;
  request: string;
  created_at: Generated<Date>;
  fails_at: Date | null;
};

type SandboxDisputesTable = {
  id: string;
  payment_id: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost';
  created_at: Generated<Date>;
};

type SandboxEventsTable = {
  seq: GeneratedAlways<number>;
  id: string;
  type: string;
  body: JsonColumn;
  created_at: Generated<Date>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  last_error: string | null;
};

/** Uploaded pictures; the files are in the media store, named by hash and width. */
type MediaTable = {
  hash: string;
  width: number;
  height: number;
  widths: number[];
  created_at: Generated<Date>;
  created_by: number | null;
};

type NewsPostsTable = {
  id: GeneratedAlways<number>;
  title: string;
  category: string;
  /** Picture on an allowed host. An uploaded picture is in media_hash instead. */
  display_image: string | null;
  media_hash: string | null;
  content: string;
  teaser: string;
  state: 'draft' | 'scheduled' | 'published';
  publish_at: Date | null;
  published_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by: number | null;
};

export type LedgerKind = 'topup' | 'clawback' | 'refund' | 'adjustment';
export type LedgerBook = 'topups' | 'shop' | 'adjustments';
export type GameServerState = 'starting' | 'running' | 'stopping' | 'offline';
export type CommandState = 'waiting' | 'sent' | 'done' | 'failed' | 'unsupported' | 'expired';
export type DeliveryState = 'queued' | 'claimed' | 'delivered' | 'attention' | 'canceled';

export type Account = Selectable<AccountsTable>;
export type NewAccount = Insertable<AccountsTable>;
export type Session = Selectable<SessionsTable>;
export type AuditEntry = Selectable<AuditLogTable>;
export type NewAuditEntry = Insertable<AuditLogTable>;
export type NewNewsPost = Insertable<NewsPostsTable>;
export type NewShopItem = Insertable<ShopItemsTable>;
