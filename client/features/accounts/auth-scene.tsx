import type { ReactNode, Ref } from 'react';

import sceneUrl from '#client/art/hero/wide-1560.avif';
import scene2xUrl from '#client/art/hero/wide-3120.avif';
import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';

import styles from './auth-scene.module.css';

type Props = {
  icon: IconName;
  heading: string;
  lead: ReactNode;
  /** Focuses the heading of a step that replaces another, so that screen readers announce it. */
  takeFocus?: boolean | undefined;
  /** Links to related screens, below a rule. */
  foot?: ReactNode;
  children: ReactNode;
};

/** Layout of all sign-in, registration and reset screens. */
export function AuthScene({ icon, heading, lead, takeFocus, foot, children }: Props) {
  return (
    <div className={styles.scene}>
      <img
        className={styles.backdrop}
        src={sceneUrl}
        srcSet={`${sceneUrl} 1560w, ${scene2xUrl} 3120w`}
        sizes="100vw"
        alt=""
      />
      <div className={`wrap ${styles.stage}`}>
        <Stack as={Panel} variant="ornate" gap={6} className={styles.panel}>
          <header className={styles.head}>
            <span className={styles.seal}>
              <Icon name={icon} size="md" />
            </span>
            <h1 tabIndex={-1} ref={takeFocus ? focusOnce : undefined}>
              {heading}
            </h1>
            <p className={styles.lead}>{lead}</p>
          </header>
          {children}
          {foot && <div className={styles.foot}>{foot}</div>}
        </Stack>
      </div>
    </div>
  );
}

const focusOnce: Ref<HTMLHeadingElement> = (heading) => heading?.focus();
