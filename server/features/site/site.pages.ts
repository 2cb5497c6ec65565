import type { Deps } from '#server/deps.ts';
import type { PageRegistry } from '#server/lib/page-registry.ts';
import { findPage } from '#shared/pages.ts';
import type { PagePath } from '#shared/pages.ts';

import { getLauncher } from './launcher.service.ts';

/** Default descriptions; a feature can replace those of its pages. */
export function describeSitePages({ describePage, addAddresses }: PageRegistry, deps: Deps): void {
  const { siteName } = deps.config;
  const texts: [PagePath, string][] = [
    [
      '/polls',
      `What should ${siteName} become? See the current polls and how past ones were decided.`,
    ],
    ['/polls/$id', `A poll of ${siteName}: read the questions and see how players vote.`],
    [
      '/events',
      `Upcoming events in ${siteName}: boss hunts, races, quest nights and skilling meets.`,
    ],
    [
      '/hiscores',
      `The hiscores of ${siteName}: who leads in every skill, and how any two players compare.`,
    ],
    ['/login', `Sign in to ${siteName}.`],
    ['/register', `Create a free ${siteName} account.`],
    ['/reset', 'Request an email to set a new password.'],
    ['/api/docs', `Every endpoint of the ${siteName} API, for developers who build tools with it.`],
  ];
  for (const [path, description] of texts) describePage(path, [], () => ({ description }));
  describePage('/play', ['site'], async () => ({
    description: `Download the ${siteName} launcher and start playing. Free, fan-made, for every system that runs Java 11.`,
    data: [{ key: ['site', 'launcher'], value: await getLauncher(deps) }],
  }));
  describePage('/reset-password', [], () => ({ isHidden: true }));
  describePage('/confirm-email', [], () => ({ isHidden: true }));

  addAddresses(async () => {
    const paths: PagePath[] = [
      '/',
      '/news',
      '/play',
      '/events',
      '/hiscores',
      '/polls',
      '/register',
    ];
    return paths.filter((path) => findPage(path)).map((path) => ({ path }));
  });
}
