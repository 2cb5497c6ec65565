import type { ReactNode } from 'react';

import { useBrand } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';

import styles from './empty-state.module.css';

export type Scene = 'campfire' | 'chest' | 'lost-road' | 'scroll' | 'signpost' | 'watchtower';

type Props = {
  scene: Scene;
  text: ReactNode;
  heading?: ReactNode;
  /** A button or link to go on from here. */
  action?: ReactNode;
  small?: boolean | undefined;
};

export function EmptyState({ scene, heading, text, action, small }: Props) {
  return (
    <div className={classNames(styles.empty, small && styles.small)}>
      <SceneArt scene={scene} />
      {heading && <h3 className={styles.heading}>{heading}</h3>}
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}

/** Beside an owner's picture, ours would show another world: then it is the logo, if there is one. */
export function SceneArt({ scene }: Pick<Props, 'scene'>) {
  const { hasOwnPicture, logo } = useBrand();
  if (!hasOwnPicture) return <span className={styles.scene} data-scene={scene} />;
  return logo && <img className={styles.logo} src={logo} alt="" />;
}
