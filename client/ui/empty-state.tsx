import type { ReactNode } from 'react';

import campfireUrl from '#client/art/empty/campfire.svg';
import chestUrl from '#client/art/empty/chest.svg';
import lostRoadUrl from '#client/art/empty/lost-road.svg';
import scrollUrl from '#client/art/empty/scroll.svg';
import signpostUrl from '#client/art/empty/signpost.svg';
import watchtowerUrl from '#client/art/empty/watchtower.svg';
import { classNames } from '#client/ui/class-names.ts';

import styles from './empty-state.module.css';

const scenes = {
  campfire: campfireUrl,
  chest: chestUrl,
  'lost-road': lostRoadUrl,
  scroll: scrollUrl,
  signpost: signpostUrl,
  watchtower: watchtowerUrl,
};

export type Scene = keyof typeof scenes;

type Props = {
  scene: Scene;
  /** E.g. `There are no upcoming events.` */
  text: ReactNode;
  heading?: ReactNode;
  /** A button or link to go on from here. */
  action?: ReactNode;
  /** For small panels. */
  small?: boolean | undefined;
};

export function EmptyState({ scene, heading, text, action, small }: Props) {
  return (
    <div className={classNames(styles.empty, small && styles.small)}>
      <img className={styles.scene} src={scenes[scene]} alt="" width={320} height={200} />
      {heading && <h3 className={styles.heading}>{heading}</h3>}
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
