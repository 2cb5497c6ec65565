import { useId } from 'react';

import { Field } from '#client/ui/form/field.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import type { Palette } from '#shared/endpoints/appearance.ts';
import { fontStacks } from '#shared/rules/font-pairs.ts';
import type { FontPair } from '#shared/rules/font-pairs.ts';
import { createTheme } from '#shared/rules/theme.ts';

import type { PartProps } from './editing.ts';

import styles from './colours-part.module.css';

const paletteLabels = {
  gold: 'Gold',
  ember: 'Ember',
  moss: 'Moss',
  sea: 'Sea',
  amethyst: 'Amethyst',
  silver: 'Silver',
  accent: 'Your Colour',
};

const pairLabels: Record<FontPair, string> = {
  classic: 'Classic',
  modern: 'Modern',
  bookish: 'Bookish',
};
const ours = { display: "'Cinzel Variable', serif", body: "'Alegreya Variable', serif" };

export function ColoursPart({ editing: { draft, set, field } }: PartProps) {
  const { palette } = draft;
  const accent = palette.kind === 'accent' ? palette.colour : '#d9a53a';
  const own: Palette = { kind: 'accent', colour: isColour(accent) ? accent : '#d9a53a' };
  const toPalette = (name: keyof typeof paletteLabels): Palette =>
    name === 'accent' ? own : { kind: 'curated', name };
  return (
    <Stack>
      <Tiles
        size="medium"
        legend="Palette"
        name="palette"
        value={palette.kind === 'curated' ? palette.name : 'accent'}
        hint="Choose any colour: every shade keeps the lightness of the design, so that texts stay readable. Red, ember, green and blue have a meaning and stay."
        labels={paletteLabels}
        onChange={(value) => set({ palette: toPalette(value) })}
      >
        {(value) => <Swatch palette={toPalette(value)} />}
      </Tiles>
      {palette.kind === 'accent' && (
        <AccentFields
          colour={palette.colour}
          field={field('palette.colour')}
          onChange={(colour) => set({ palette: { kind: 'accent', colour } })}
        />
      )}
      <Tiles
        size="medium"
        legend="Fonts"
        name="fonts"
        value={draft.fonts}
        hint="Modern and Bookish use fonts of the reader’s device, so pages load even faster."
        labels={pairLabels}
        onChange={(fonts) => set({ fonts })}
      >
        {(pair) => <FontSample pair={pair} />}
      </Tiles>
    </Stack>
  );
}

function FontSample({ pair }: { pair: FontPair }) {
  const { display, body } = pair === 'classic' ? ours : fontStacks[pair];
  return (
    <span className={styles.fonts} aria-hidden="true">
      <span style={{ fontFamily: display }}>Heading</span>
      <span style={{ fontFamily: body }}>and the text below</span>
    </span>
  );
}

type AccentProps = {
  colour: string;
  field: { name: string; error: string | undefined };
  onChange: (colour: string) => void;
};

function AccentFields({ colour, field, onChange }: AccentProps) {
  return (
    <div className={styles.accent}>
      <Field label="Colour" id={useId()}>
        {(control) => (
          <input
            {...control}
            type="color"
            className={styles.picker}
            value={isColour(colour) ? colour : '#d9a53a'}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <TextField
        {...field}
        label="Hex value"
        placeholder="#d9a53a"
        spellCheck={false}
        value={colour}
        onChange={(event) => onChange(toHexText(event.target.value))}
      />
    </div>
  );
}

function Swatch({ palette }: { palette: Palette }) {
  const shift = createTheme(palette) ?? ((hex: string) => hex);
  return (
    <span
      className={styles.swatch}
      style={{ background: `linear-gradient(180deg, ${shift('#2a221c')}, ${shift('#14110f')})` }}
    >
      <span className={styles.heading} style={{ color: shift('#ffe09a') }}>
        Aa
      </span>
      <span
        className={styles.button}
        style={{ background: `linear-gradient(180deg, ${shift('#ffe09a')}, ${shift('#d9a53a')})` }}
      />
      <span className={styles.line} style={{ background: shift('#a87722') }} />
      <span className={styles.sheet} style={{ background: shift('#e9d8b2') }} />
    </span>
  );
}

function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/.test(text);
}

/** Accepts what people paste: upper case, or without the number sign. */
function toHexText(typed: string): string {
  const text = typed.trim().toLowerCase();
  return /^[\da-f]{6}$/.test(text) ? `#${text}` : text;
}
