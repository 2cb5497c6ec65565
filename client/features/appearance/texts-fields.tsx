import { Button } from '#client/ui/form/button.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { siteTextPlaces, siteTexts } from '#shared/rules/site-texts.ts';
import type { SiteTextKey } from '#shared/rules/site-texts.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { FieldGroup } from './field-group.tsx';

import styles from './words-part.module.css';

/** An empty field means the original, which the field shows as its placeholder. */
export function TextsFields({ editing }: PartProps) {
  const { draft, set } = editing;
  return (
    <Stack gap={6}>
      <Row spread>
        <Hint>
          The sentences that pages have of their own. Leave a field empty to keep ours. {'{site}'}{' '}
          is the name of the site, {'{player}'} the player who reads it.
        </Hint>
        <Button
          size="sm"
          disabled={Object.keys(draft.texts).length === 0}
          onClick={() => set({ texts: {} })}
        >
          Reset All Texts
        </Button>
      </Row>
      {siteTextPlaces.map(({ place, keys }) => (
        <FieldGroup key={place} heading={place}>
          {keys.map((key) => (
            <OneText key={key} name={key} editing={editing} />
          ))}
        </FieldGroup>
      ))}
    </Stack>
  );
}

function OneText({ name, editing }: PartProps & { name: SiteTextKey }) {
  const { texts } = editing.draft;
  const { label, place, original, max } = siteTexts[name];
  const own = texts[name];
  const change = (text: string) => {
    const { [name]: _, ...others } = texts;
    // The texts are one line each; Enter would only make the form refuse them.
    const typed = text.replaceAll('\n', ' ');
    editing.set({ texts: typed.trim() === '' ? others : { ...others, [name]: typed } });
  };
  return (
    <div className={styles.text}>
      <TextareaField
        label={label}
        rows={max > 60 ? 2 : 1}
        maxLength={max}
        placeholder={original}
        hint={own === undefined ? undefined : `Ours: ${original}`}
        {...textProps(editing, `texts.${name}`, own ?? '', change)}
      />
      {own !== undefined && (
        <Button
          size="sm"
          tone="quiet"
          aria-label={`Reset ${place}: ${label}`}
          onClick={() => change('')}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
