import { RadioCards } from '#client/ui/form/choice.tsx';
import { ListEditor } from '#client/ui/form/list-editor.tsx';
import { PictureDrop, usePictureField } from '#client/ui/form/picture-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { appearanceLimits } from '#shared/endpoints/appearance.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';

import { textProps } from './editing.ts';
import type { Editing, PartProps } from './editing.ts';

import styles from './pictures-part.module.css';

type Scene = NonNullable<Appearance['scenes']>[number];

const blank = (): Scene => ({ picture: '', alt: '', title: '', text: '' });
const startOf: Record<string, Appearance['scenes']> = { ours: null, own: [blank()], none: [] };

export function PicturesPart({ editing }: PartProps) {
  const { draft, set } = editing;
  const { scenes, hero } = draft;
  const kind = scenes === null ? 'ours' : scenes.length > 0 ? 'own' : 'none';
  const isHidden = hero.picture.kind === 'own';
  return (
    <Stack>
      <RadioCards
        legend="Pictures of the world on the home page"
        name="scenes"
        value={kind}
        hint={
          kind === 'ours' && isHidden
            ? 'Ours are not shown while the hero has your own picture.'
            : undefined
        }
        options={[
          { value: 'ours', label: 'Ours', description: 'Four scenes of a world like this one.' },
          { value: 'own', label: 'Your own', description: 'Up to four, each with a title.' },
          { value: 'none', label: 'None', description: 'The home page leaves the section out.' },
        ]}
        onChange={(value) => set({ scenes: startOf[value] ?? null })}
      />
      {scenes && scenes.length > 0 && (
        <ListEditor
          items={scenes}
          max={appearanceLimits.scenes}
          noun="Picture"
          addLabel="Add Picture"
          create={blank}
          onChange={(next) => set({ scenes: next })}
        >
          {(scene, at, change) => (
            <SceneFields editing={editing} scene={scene} at={at} onChange={change} />
          )}
        </ListEditor>
      )}
    </Stack>
  );
}

type FieldsProps = {
  editing: Editing;
  scene: Scene;
  at: number;
  onChange: (change: Partial<Scene>) => void;
};

function SceneFields({ editing, scene, at, onChange }: FieldsProps) {
  const { field, findPicture, keepPicture } = editing;
  const path = `scenes.${at}`;
  const picture = findPicture(scene.picture);
  const { start, controls } = usePictureField({
    label: `File of picture ${at + 1}`,
    hasImage: picture !== undefined,
    error: field(`${path}.picture`).error,
    onPicture: (uploaded) => {
      keepPicture(uploaded);
      onChange({ picture: uploaded.url });
    },
    onRemove: () => onChange({ picture: '' }),
  });
  const text = (name: 'alt' | 'title' | 'text') =>
    textProps(editing, `${path}.${name}`, scene[name], (value) => onChange({ [name]: value }));
  return (
    <div className={styles.scene}>
      <Stack gap={3}>
        <PictureDrop className={styles.drop} onFile={start}>
          {picture ? (
            <img src={picture.src} srcSet={picture.srcset} sizes="240px" alt="" />
          ) : (
            <Icon name="upload" size="md" />
          )}
        </PictureDrop>
        {controls}
      </Stack>
      <Stack gap={3}>
        <TextField required label="Title" {...text('title')} />
        <TextField required label="Text" {...text('text')} />
        <TextField
          required
          label="Description"
          hint="For people who cannot see the picture."
          {...text('alt')}
        />
      </Stack>
    </div>
  );
}
