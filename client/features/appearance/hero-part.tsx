import { useRef } from 'react';
import { flushSync } from 'react-dom';

import gateUrl from '#client/art/accounts/gate-wide-1920.avif';
import hearthUrl from '#client/art/accounts/hearth-wide-1920.avif';
import towerUrl from '#client/art/accounts/raven-tower-wide-1920.avif';
import castleUrl from '#client/art/hero/wide-1560.avif';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { usePictureField } from '#client/ui/form/picture-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import type { Appearance, HeroPicture } from '#shared/endpoints/appearance.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { FocusField } from './focus-field.tsx';

import styles from './hero-part.module.css';

const sceneUrls = { castle: castleUrl, gate: gateUrl, hearth: hearthUrl, 'raven-tower': towerUrl };

const pictureLabels = {
  castle: 'Castle',
  gate: 'Gate',
  hearth: 'Hearth',
  'raven-tower': 'Raven Tower',
  own: 'Your Own',
};

export function HeroPart({ editing }: PartProps) {
  const { draft, set } = editing;
  const { hero } = draft;
  const change = (changed: Partial<Appearance['hero']>) => set({ hero: { ...hero, ...changed } });
  return (
    <Stack>
      <TextField
        required
        label="Title"
        hint="{site} is the name of the site. At the end it gets a line of its own."
        {...textProps(editing, 'hero.title', hero.title, (title) => change({ title }))}
      />
      <TextareaField
        required
        label="Text"
        rows={3}
        maxLength={240}
        {...textProps(editing, 'hero.text', hero.text, (text) => change({ text }))}
      />
      <PictureChoice editing={editing} onChange={(picture) => change({ picture })} />
      {hero.picture.kind === 'scene' && hero.picture.scene === 'castle' && (
        <Checkbox
          label="Living castle"
          hint="A lit window for each player online, an open gate during an event, the banner in the colour of the leading answer, and the sky of the server’s hour. If off, the site does not publish who is online."
          checked={draft.livingCastle}
          onChange={(event) => set({ livingCastle: event.target.checked })}
        />
      )}
    </Stack>
  );
}

type ChoiceProps = PartProps & { onChange: (picture: HeroPicture) => void };

function PictureChoice({ editing, onChange }: ChoiceProps) {
  const { draft, field, findPicture, keepPicture } = editing;
  const chosen = draft.hero.picture;
  const fileField = useRef<HTMLInputElement>(null);
  const own = chosen.kind === 'own' ? findPicture(chosen.picture) : undefined;
  const { controls } = usePictureField({
    label: 'Hero picture file',
    hasImage: own !== undefined,
    fileField,
    onPicture: (picture) => {
      keepPicture(picture);
      onChange({ kind: 'own', picture: picture.url, focus: { x: 0.5, y: 0.5 } });
    },
    onRemove: () => onChange({ kind: 'scene', scene: 'castle' }),
  });
  return (
    <Stack gap={4}>
      <Tiles
        legend="Picture"
        name="hero-picture"
        value={chosen.kind === 'own' ? 'own' : chosen.scene}
        hint="With your own picture, none of our other pictures are shown."
        error={field('hero.picture').error}
        labels={pictureLabels}
        onChange={(value) => {
          if (value !== 'own') return onChange({ kind: 'scene', scene: value });
          flushSync(() => onChange({ kind: 'own', picture: '', focus: { x: 0.5, y: 0.5 } }));
          return fileField.current?.click();
        }}
      >
        {(value) => <Thumb url={value === 'own' ? own?.src : sceneUrls[value]} />}
      </Tiles>
      {chosen.kind === 'own' && (
        <>
          {own && (
            <FocusField
              picture={own}
              focus={chosen.focus}
              onChange={(focus) => onChange({ ...chosen, focus })}
            />
          )}
          {controls}
        </>
      )}
    </Stack>
  );
}

function Thumb({ url }: { url: string | undefined }) {
  if (url) return <img src={url} alt="" className={styles.thumb} />;
  return (
    <span className={styles.thumb}>
      <Icon name="upload" size="md" />
    </span>
  );
}
