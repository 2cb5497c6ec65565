import { NextEvent } from '#client/features/events/next-event.tsx';
import { LatestMilestones, milestonesQuery } from '#client/features/hiscores/latest-milestones.tsx';
import { TopGains } from '#client/features/hiscores/top-gains.tsx';
import { LatestNews } from '#client/features/news/latest-news.tsx';
import { OpenPoll } from '#client/features/polls/open-poll.tsx';
import { CommunityGoal } from '#client/features/shop/community-goal.tsx';
import { HomeSale } from '#client/features/shop/home-sale.tsx';
import { onHomeQuery } from '#client/features/shop/shop.queries.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { useIsOn } from '#client/lib/site.ts';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';

import { HomeClosing } from './home-closing.tsx';
import { HomeFeatures } from './home-features.tsx';
import { HomeScenes } from './home-scenes.tsx';

import styles from './home-below.module.css';

/**
 * The sale and the milestones are above the news, which must not move afterwards, and take no room before they are
 * known. Without a connection the page is shown all the same.
 */
export async function readAboveNews(): Promise<void> {
  await Promise.allSettled([
    queryClient.ensureQueryData({ ...onHomeQuery, retry: false }),
    queryClient.ensureQueryData({ ...milestonesQuery, retry: false }),
  ]);
}

export function HomeBelow() {
  const isOn = useIsOn();
  return (
    <>
      <div className="wrap">
        <HomeFeatures />
        {isOn('shop') && <HomeSale />}
        <Tonight />
        <HomeScenes />
        <LatestNews />
        {isOn('shop') && (
          <div className={styles.goal}>
            <CommunityGoal />
          </div>
        )}
      </div>
      <HomeClosing />
    </>
  );
}

function Tonight() {
  const isOn = useIsOn();
  const panels = [
    isOn('events') && <NextEvent key="events" address="/#tonight" />,
    isOn('hiscores') && <TopGains key="hiscores" />,
    isOn('polls') && <OpenPoll key="polls" />,
  ];
  return (
    panels.some(Boolean) && (
      <section aria-labelledby="tonight">
        <SectionHeading id="tonight">
          <SiteText name="tonight" original="Tonight at the Keep" />
        </SectionHeading>
        <div className={styles.panels}>{panels}</div>
        {isOn('hiscores') && <LatestMilestones />}
      </section>
    )
  );
}
