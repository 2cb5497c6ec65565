import { Icon } from '#client/ui/icon.tsx';
import { Columns, Stack } from '#client/ui/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Tiles } from '#client/ui/tiles.tsx';
import { fillSite } from '#shared/appearance-defaults.ts';
import type { Appearance } from '#shared/appearance.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { PartHint } from './part-hint.tsx';
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
      <PartHint>What players pay with, and where.</PartHint>
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
      <Tiles
        size="small"
        legend="Icon of the coins"
        name="coin-icon"
        value={draft.coinIcon}
        labels={iconLabels}
        onChange={(coinIcon) => set({ coinIcon })}
      >
        {(icon) => <Icon name={icon} isOurs size="md" />}
      </Tiles>
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
