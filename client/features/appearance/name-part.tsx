import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { LogoField } from './logo-field.tsx';

export function NamePart({ editing }: PartProps) {
  const { draft, set } = editing;
  return (
    <Stack>
      <TextField
        required
        label="Name"
        hint="Shown in the header, titles, emails and link previews. Other texts insert it with {site}."
        {...textProps(editing, 'name', draft.name, (name) => set({ name }))}
      />
      <TextareaField
        required
        label="Tagline"
        hint="One or two sentences about the site, for search engines and link previews."
        rows={3}
        maxLength={200}
        {...textProps(editing, 'tagline', draft.tagline, (tagline) => set({ tagline }))}
      />
      <LogoField editing={editing} />
    </Stack>
  );
}
