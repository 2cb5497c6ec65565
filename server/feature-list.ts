import type { Feature } from './feature.ts';
import { accounts } from './features/accounts/accounts.feature.ts';
import { admin } from './features/admin/admin.feature.ts';
import { appearance } from './features/appearance/appearance.feature.ts';
import { backups } from './features/backups/backups.feature.ts';
import { bridge } from './features/bridge/bridge.feature.ts';
import { contracts } from './features/contracts/contracts.feature.ts';
import { deliveries } from './features/deliveries/deliveries.feature.ts';
import { dev } from './features/dev/dev.feature.ts';
import { discord } from './features/discord/discord.feature.ts';
import { events } from './features/events/events.feature.ts';
import { gameCommands } from './features/game-commands/game-commands.feature.ts';
import { gameServers } from './features/game-servers/game-servers.feature.ts';
import { hiscores } from './features/hiscores/hiscores.feature.ts';
import { home } from './features/home/home.feature.ts';
import { identity } from './features/identity/identity.feature.ts';
import { inbox } from './features/inbox/inbox.feature.ts';
import { labels } from './features/labels/labels.feature.ts';
import { launcher } from './features/launcher/launcher.feature.ts';
import { mailTexts } from './features/mail-texts/mail-texts.feature.ts';
import { media } from './features/media/media.feature.ts';
import { news } from './features/news/news.feature.ts';
import { ownPages } from './features/own-pages/own-pages.feature.ts';
import { payments } from './features/payments/payments.feature.ts';
import { personalData } from './features/personal-data/personal-data.feature.ts';
import { players } from './features/players/players.feature.ts';
import { polls } from './features/polls/polls.feature.ts';
import { sanctions } from './features/sanctions/sanctions.feature.ts';
import { search } from './features/search/search.feature.ts';
import { setup } from './features/setup/setup.feature.ts';
import { shop } from './features/shop/shop.feature.ts';
import { site } from './features/site/site.feature.ts';
import { supporters } from './features/supporters/supporters.feature.ts';
import { visits } from './features/visits/visits.feature.ts';
import { votes } from './features/votes/votes.feature.ts';
import { wallet } from './features/wallet/wallet.feature.ts';

/**
 * Written by `npm run fix`, which adds new features at the end. The order matters for demo content only: a feature can
 * build on the content of those above it.
 */
export const features: Feature[] = [
  accounts,
  events,
  hiscores,
  players,
  gameServers,
  gameCommands,
  bridge,
  contracts,
  news,
  polls,
  deliveries,
  shop,
  payments,
  wallet,
  votes,
  sanctions,
  media,
  appearance,
  labels,
  mailTexts,
  site,
  ownPages,
  setup,
  home,
  admin,
  personalData,
  backups,
  identity,
  dev,
  launcher,
  search,
  visits,
  discord,
  supporters,
  inbox,
];
