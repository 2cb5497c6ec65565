import { authPictures } from '#shared/rules/auth-scenes.ts';
import type { AuthScene } from '#shared/rules/auth-scenes.ts';

const pictures = import.meta.glob<string>('../../art/accounts/*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
});

type Props = { scene: AuthScene; className: string | undefined };

export function ScenePicture({ scene, className }: Props) {
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
