import type { ReactNode, Ref } from 'react';

import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { authPictures } from '#shared/auth-scenes.ts';
import type { AuthScene as Scene } from '#shared/auth-scenes.ts';

import styles from './auth-scene.module.css';

const pictures = import.meta.glob<string>('../../art/accounts/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

type Props = {
  /** The picture behind the panel. */
  scene: Scene;
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
export function AuthScene({ scene, icon, heading, lead, takeFocus, foot, children }: Props) {
  return (
    <div className={styles.scene}>
      <picture>
        <source {...sourceOf(scene, 'phone')} />
        <source {...sourceOf(scene, 'wide')} />
        <img
          className={styles.backdrop}
          src={urlOf(scene, 'wide', authPictures.wide.widths[0])}
          alt=""
          fetchPriority="high"
        />
      </picture>
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

function sourceOf(scene: Scene, kind: keyof typeof authPictures) {
  const { media, sizes, widths } = authPictures[kind];
  const srcSet = widths.map((width) => `${urlOf(scene, kind, width)} ${width}w`).join(', ');
  return { media, sizes, srcSet };
}

function urlOf(scene: Scene, kind: keyof typeof authPictures, width: number): string {
  return pictures[`../../art/accounts/${scene}-${kind}-${width}.avif`]!;
}

const focusOnce: Ref<HTMLHeadingElement> = (heading) => heading?.focus();
