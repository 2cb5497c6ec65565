import { queryClient } from '#client/lib/query-client.ts';
import { siteQuery } from '#client/lib/site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { Brand } from '#shared/endpoints/appearance.ts';
import type { OwnNews } from '#shared/endpoints/visits.ts';
import type { SiteInfo, Visit } from '#shared/site.ts';

/** The server's block in the first HTML. The values differ from each other and from the defaults. */
export function makeTestSite(): SiteInfo {
  return {
    communityUrl: 'https://chat.example.com/',
    banner: null,
    featuresOff: [],
    communityLinks: [],
    discord: null,
    brand: {
      name: 'Testhold',
      logo: null,
      icons: null,
      fonts: 'classic',
      theme: null,
      hero: { title: 'Welcome to', titleName: 'Testhold', text: 'A hero text.', picture: null },
      livingCastle: false,
      hasOwnPicture: false,
      features: [],
      scenes: null,
      builtInLinks: { header: {}, footer: {} },
      firstLinks: [],
      navigation: [],
      headerSize: 'normal',
      footer: { text: 'A footer text.', links: [] },
      social: [],
      words: {
        coin: 'Testcoin',
        coins: 'Testcoins',
        coinsShort: 'TC',
        store: 'Test Store',
        storeLink: 'Store',
      },
      coinIcon: null,
      coinPicture: null,
      texts: {},
    },
    labels: {
      news: [
        { key: 'Updates', name: 'Updates', icon: 'news', tone: 'gold', isHidden: false },
        { key: 'Dev Blogs', name: 'Workshop', icon: 'quill', tone: 'sky', isHidden: false },
        { key: 'Old', name: 'Old Stories', icon: 'scroll', tone: 'neutral', isHidden: true },
      ],
      events: [
        { key: 'Bossing', name: 'Bossing', icon: 'skull', tone: 'blood', isHidden: false },
        { key: 'Social', name: 'Get-together', icon: 'tankard', tone: 'moss', isHidden: false },
        { key: 'Race', name: 'Race', icon: 'pennant', tone: 'neutral', isHidden: true },
      ],
    },
    contactEmail: 'contact@example.com',
    isDemo: false,
    hasDevPages: true,
    identity: { apiKey: 'test-key', at: 'own' },
    skills: ['Attack', 'Defence', 'Mining'],
    skillIcons: {},
  };
}

/** The test's pages start with this, or follow it if they are open. */
export function changeSite(change: Partial<SiteInfo>): void {
  queryClient.setQueryData(siteQuery.queryKey, { ...makeTestSite(), ...change });
}

export function changeBrand(change: Partial<Brand>): void {
  changeSite({ brand: { ...makeTestSite().brand, ...change } });
}

export const testVisit: Visit = { hasSessionCookie: false, livePosition: 'a-1' };

export const testPlayer: SessionUser = {
  username: 'Marrow',
  email: 'marrow@example.com',
  wyncoins: 1250,
  user_rights: 0,
  community_manager: false,
  permissions: [],
};

export const testAdmin: SessionUser = {
  ...testPlayer,
  username: 'Elder',
  email: 'elder@example.com',
  wyncoins: 70,
  user_rights: 3,
};

/** The news of a player who has been here before. */
export const noNews: OwnNews = {
  since: '2026-11-16T19:04:00.000Z',
  memberSince: '2025-01-01T00:00:00.000Z',
  isMuted: false,
  levels: [],
  deliveries: [],
  openPolls: [],
  events: [],
  nextEvent: null,
};
