import { ListEditor } from '#client/ui/form/list-editor.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { appearanceLimits } from '#shared/endpoints/appearance.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';

type Feature = Appearance['features'][number];

const iconLabels: Record<Feature['icon'], string> = {
  quest: 'Scroll',
  boss: 'Dragon',
  contract: 'Contract',
  coins: 'Coins',
  calendar: 'Calendar',
  crown: 'Crown',
};

export function FeaturesPart({ editing }: PartProps) {
  const { draft, set, field } = editing;
  return (
    <Stack gap={4}>
      <Hint>Cards below the hero that lead further into the site.</Hint>
      <ListEditor<Feature>
        items={draft.features}
        max={appearanceLimits.features}
        noun="Card"
        addLabel="Add Card"
        create={() => ({ icon: 'quest', title: '', text: '', href: '' })}
        onChange={(features) => set({ features })}
      >
        {(feature, at, change) => (
          <>
            <Tiles
              size="small"
              legend="Icon"
              name={`features.${at}.icon`}
              value={feature.icon}
              error={field(`features.${at}.icon`).error}
              labels={iconLabels}
              onChange={(icon) => change({ icon })}
            >
              {(icon) => <Icon name={icon} size="md" />}
            </Tiles>
            <Columns min="sm">
              <TextField
                required
                label="Title"
                {...textProps(editing, `features.${at}.title`, feature.title, (title) =>
                  change({ title }),
                )}
              />
              <TextField
                required
                label="Link"
                placeholder="/news"
                spellCheck={false}
                {...textProps(editing, `features.${at}.href`, feature.href, (href) =>
                  change({ href }),
                )}
              />
            </Columns>
            <TextField
              required
              label="Text"
              {...textProps(editing, `features.${at}.text`, feature.text, (text) =>
                change({ text }),
              )}
            />
          </>
        )}
      </ListEditor>
    </Stack>
  );
}
