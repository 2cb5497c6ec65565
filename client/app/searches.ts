import {
  authSearch,
  claimSearch,
  emailLinkSearch,
} from '#client/features/accounts/accounts-search.ts';
import { auditSearch, dashboardSearch } from '#client/features/admin/admin-search.ts';
import { contractsSearch } from '#client/features/contracts/contracts-search.ts';
import { mailSearch } from '#client/features/dev/mail-search.ts';
import { apiDocsSearch } from '#client/features/docs/api-docs-search.ts';
import { eventsSearch } from '#client/features/events/events-search.ts';
import { hiscoresSearch, seasonSearch } from '#client/features/hiscores/hiscores-search.ts';
import { inboxSearch, supportSearch } from '#client/features/inbox/inbox-search.ts';
import { adminNewsSearch, newsSearch } from '#client/features/news/news-search.ts';
import { playerSearch, usersSearch } from '#client/features/players/players-search.ts';
import { adminPollsSearch, pollsSearch } from '#client/features/polls/polls-search.ts';
import {
  revenueSearch,
  shopSearch,
  storePreviewSearch,
} from '#client/features/shop/shop-search.ts';
import { walletSearch } from '#client/features/wallet/wallet-search.ts';
import type { SearchDefinition } from '#client/lib/search.ts';
import type { PagePath } from '#shared/pages.ts';
import type { SiteInfo } from '#shared/site.ts';

import { logsSearch } from './logs-search.ts';
import { serverSearch } from './server-search.ts';

export const createSearches = (getSite: () => SiteInfo) =>
  ({
    '/polls': pollsSearch,
    '/news': newsSearch(getSite),
    '/events': eventsSearch(getSite),
    '/login': authSearch,
    '/register': authSearch,
    '/reset-password': emailLinkSearch,
    '/confirm-email': emailLinkSearch,
    '/claim-name': claimSearch,
    '/profile/wallet': walletSearch,
    '/hiscores': hiscoresSearch,
    '/hiscores/seasons/$id': seasonSearch,
    '/shop': shopSearch,
    '/support': supportSearch,
    '/admin/home': dashboardSearch,
    '/admin/users': usersSearch,
    '/admin/manage/$username': playerSearch,
    '/admin/shop/preview': storePreviewSearch,
    '/admin/shop/revenue': revenueSearch,
    '/admin/shop-logs': logsSearch,
    '/admin/inbox': inboxSearch,
    '/admin/news': adminNewsSearch,
    '/admin/polls': adminPollsSearch,
    '/admin/contracts': contractsSearch(getSite),
    '/admin/server': serverSearch,
    '/admin/audit': auditSearch,
    '/api/docs': apiDocsSearch,
    '/dev/mail': mailSearch,
  }) satisfies Partial<Record<PagePath, SearchDefinition>>;
