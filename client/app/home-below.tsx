import { NextEvent } from '#client/features/events/next-event.tsx';
import { TopGains } from '#client/features/hiscores/top-gains.tsx';
import { OpenPoll } from '#client/features/polls/open-poll.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';

import { HomeFeatures } from './home-features.tsx';
import { HomeScenes } from './home-scenes.tsx';

import styles from './home-below.module.css';

export { HomeClosing } from './home-closing.tsx';

export function HomeBeforeNews() {
  return (
    <>
      <HomeFeatures />
      <HomeScenes />
      <Tonight />
    </>
  );
}

function Tonight() {
  return (
    <section aria-labelledby="tonight">
      <SectionHeading id="tonight">
        <SiteText name="tonight" original="Tonight at the Keep" />
      </SectionHeading>
      <div className={styles.panels}>
        <NextEvent address="/#tonight" />
        <TopGains />
        <OpenPoll />
      </div>
    </section>
  );
}
