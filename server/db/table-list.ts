import type { AccountsTables } from '../features/accounts/accounts.tables.ts';
import type { AppearanceTables } from '../features/appearance/appearance.tables.ts';
import type { BridgeTables } from '../features/bridge/bridge.tables.ts';
import type { ContractsTables } from '../features/contracts/contracts.tables.ts';
import type { DeliveriesTables } from '../features/deliveries/deliveries.tables.ts';
import type { DiscordTables } from '../features/discord/discord.tables.ts';
import type { EventsTables } from '../features/events/events.tables.ts';
import type { GameCommandsTables } from '../features/game-commands/game-commands.tables.ts';
import type { GameServersTables } from '../features/game-servers/game-servers.tables.ts';
import type { HiscoresTables } from '../features/hiscores/hiscores.tables.ts';
import type { IdentityTables } from '../features/identity/identity.tables.ts';
import type { InboxTables } from '../features/inbox/inbox.tables.ts';
import type { LabelsTables } from '../features/labels/labels.tables.ts';
import type { LauncherTables } from '../features/launcher/launcher.tables.ts';
import type { MailTextsTables } from '../features/mail-texts/mail-texts.tables.ts';
import type { MediaTables } from '../features/media/media.tables.ts';
import type { NewsTables } from '../features/news/news.tables.ts';
import type { OwnPagesTables } from '../features/own-pages/own-pages.tables.ts';
import type { PaymentsTables } from '../features/payments/payments.tables.ts';
import type { SandboxTables } from '../features/payments/sandbox/sandbox.tables.ts';
import type { PollsTables } from '../features/polls/polls.tables.ts';
import type { SanctionsTables } from '../features/sanctions/sanctions.tables.ts';
import type { SetupTables } from '../features/setup/setup.tables.ts';
import type { ShopTables } from '../features/shop/shop.tables.ts';
import type { SupportersTables } from '../features/supporters/supporters.tables.ts';
import type { VisitsTables } from '../features/visits/visits.tables.ts';
import type { VotesTables } from '../features/votes/votes.tables.ts';
import type { WalletTables } from '../features/wallet/wallet.tables.ts';
import type { AuditTables } from '../lib/data/audit.tables.ts';
import type { ImportedRecordsTables } from '../lib/data/imported-records.tables.ts';
import type { JobsTables } from '../lib/data/jobs.tables.ts';
import type { SettingsTables } from '../lib/data/settings.tables.ts';
import type { MailQueueTables } from '../lib/mail/mail-queue.tables.ts';
import type { RateLimitTables } from '../lib/requests/rate-limit.tables.ts';
import type { MigrationTables } from './migrate.tables.ts';

/** Written by `npm run fix`. */
export type Tables = AccountsTables &
  AppearanceTables &
  BridgeTables &
  ContractsTables &
  DeliveriesTables &
  DiscordTables &
  EventsTables &
  GameCommandsTables &
  GameServersTables &
  HiscoresTables &
  IdentityTables &
  InboxTables &
  LabelsTables &
  LauncherTables &
  MailTextsTables &
  MediaTables &
  NewsTables &
  OwnPagesTables &
  PaymentsTables &
  SandboxTables &
  PollsTables &
  SanctionsTables &
  SetupTables &
  ShopTables &
  SupportersTables &
  VisitsTables &
  VotesTables &
  WalletTables &
  AuditTables &
  ImportedRecordsTables &
  JobsTables &
  SettingsTables &
  MailQueueTables &
  RateLimitTables &
  MigrationTables;
