import type { ReactNode, Ref } from 'react';

import { useBrand } from '#client/lib/site.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { OwnPicture } from '#client/ui/layout/own-picture.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { authPictures } from '#shared/rules/auth-scenes.ts';
import type { AuthScene } from '#shared/rules/auth-scenes.ts';

import styles from './scene-page.module.css';

type Props = {
  scene: AuthScene;
  icon: IconName;
  heading: string;
  lead: ReactNode;
  /** Focuses the heading of a step that replaces another, so that screen readers announce it. */
  takeFocus?: boolean | undefined;
  foot?: ReactNode;
  children: ReactNode;
};

export function ScenePage({ scene, icon, heading, lead, takeFocus, foot, children }: Props) {
  const { hasOwnPicture } = useBrand();
  return (
    <div className={styles.scene}>
      {hasOwnPicture ? (
        <OwnPicture className={styles.backdrop} />
      ) : (
        <ScenePicture scene={scene} className={styles.backdrop} />
      )}
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

const pictures = import.meta.glob<string>('../../art/accounts/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

type PictureProps = { scene: AuthScene; className: string | undefined };

function ScenePicture({ scene, className }: PictureProps) {
  return (
    <picture>
      <source {...sourceOf(scene, 'phone')} />
      <source {...sourceOf(scene, 'wide')} />
      <img
        className={className}
        src={urlOf(scene, 'wide', authPictures.wide.widths[0])}
        alt=""
        fetchPriority="high"
      />
    </picture>
  );
}

function sourceOf(scene: AuthScene, kind: keyof typeof authPictures) {
  const { media, sizes, widths } = authPictures[kind];
  const srcSet = widths.map((width) => `${urlOf(scene, kind, width)} ${width}w`).join(', ');
  return { media, sizes, srcSet };
}

function urlOf(scene: AuthScene, kind: keyof typeof authPictures, width: number): string {
  return pictures[`../../art/accounts/${scene}-${kind}-${width}.avif`]!;
}
