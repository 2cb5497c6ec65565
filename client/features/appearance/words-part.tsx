import { usePictureField } from '#client/ui/form/picture-field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import type { Appearance } from '#shared/endpoints/appearance.ts';
import { fillSite } from '#shared/rules/appearance-defaults.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { TextsFields } from './texts-fields.tsx';

import styles from './words-part.module.css';

const iconLabels: Record<Appearance['coinIcon'], string> = {
  coin: 'Coin with a W',
  'coin-plain': 'Coin',
  gem: 'Gem',
  star: 'Star',
  bolt: 'Bolt',
  crown: 'Crown',
  key: 'Key',
};

type Word = keyof Appearance['words'];

export function WordsPart({ editing }: PartProps) {
  const { draft, set } = editing;
  const { words } = draft;
  const word = (name: Word) =>
    textProps(editing, `words.${name}`, words[name], (value) =>
      set({ words: { ...words, [name]: value } }),
    );
  return (
    <Stack>
      <Hint>What players pay with, and where.</Hint>
      <Columns min="sm">
        <TextField required label="One coin" {...word('coin')} />
        <TextField required label="Many coins" {...word('coins')} />
        <TextField required label="Short form" {...word('coinsShort')} />
        <TextField
          required
          label="Name of the store"
          hint="{site} is the name of the site."
          {...word('store')}
        />
      </Columns>
      <CoinChoice editing={editing} />
      <figure className={styles.example}>
        <figcaption>For example</figcaption>
        <blockquote>
          <strong>{fillSite(words.store, draft.name)}</strong>
          You have 1,250 {words.coins}. The lantern costs 250 {words.coinsShort}, the sticker 1{' '}
          {words.coin}.
        </blockquote>
      </figure>
      <TextsFields editing={editing} />
    </Stack>
  );
}

function CoinChoice({ editing }: PartProps) {
  const { draft, set, field, findPicture, keepPicture } = editing;
  const { coinIcon, coinPicture } = draft;
  const { controls } = usePictureField({
    label: 'Coin picture file',
    hasImage: coinPicture !== null,
    onPicture: (picture) => {
      keepPicture(picture);
      set({ coinPicture: picture.url });
    },
    onRemove: () => set({ coinPicture: null }),
  });
  const own = coinPicture ? findPicture(coinPicture) : undefined;
  return (
    <Stack gap={3}>
      <Tiles
        size="small"
        legend="Icon of the coins"
        name="coin-icon"
        value={coinPicture ? 'own' : coinIcon}
        hint="Or upload your own: a square picture with a transparent background."
        error={field('coinPicture').error}
        labels={own ? { ...iconLabels, own: 'Your Own' } : iconLabels}
        onChange={(value) => {
          if (value !== 'own') set({ coinIcon: value, coinPicture: null });
        }}
      >
        {(icon) =>
          icon === 'own' ? (
            <img src={own?.src} alt="" width="24" height="24" />
          ) : (
            <Icon name={icon} isOurs size="md" />
          )
        }
      </Tiles>
      {controls}
    </Stack>
  );
}
