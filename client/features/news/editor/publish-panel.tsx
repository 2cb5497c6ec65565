import { useState } from 'react';

import { useChoices } from '#client/lib/labels.ts';
import { toLocalInput } from '#client/lib/local-input.ts';
import { Button } from '#client/ui/form/button.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { FieldErrors } from '#shared/errors.ts';

import type { PostFields } from './post-fields.ts';

type Props = {
  fields: PostFields;
  errors: FieldErrors;
  /** The server's state; undefined for a new post. */
  savedState: PostFields['state'] | undefined;
  isDirty: boolean;
  isSaving: boolean;
  onChange: (change: Partial<PostFields>) => void;
  onSave: () => void;
};

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function PublishPanel(props: Props) {
  const { fields, errors, savedState, isDirty, isSaving, onChange, onSave } = props;
  const categories = useChoices('news', fields.category);
  const [now] = useState(() => toLocalInput(new Date().toISOString()));
  return (
    <Panel variant="plain" heading="Publishing" headingLevel={2}>
      <Stack>
        <SelectField
          label="Category"
          options={categories.map(({ key, name }) => ({ value: key, label: name }))}
          value={fields.category}
          error={errors.category}
          onChange={(event) => onChange({ category: event.target.value })}
        />
        <RadioCards
          legend="State"
          name="state"
          value={fields.state}
          onChange={(state) => onChange({ state: state as PostFields['state'] })}
          options={[
            {
              value: 'draft',
              label: 'Draft',
              description: 'Only admins can see it',
              icon: 'pencil',
            },
            {
              value: 'scheduled',
              label: 'Scheduled',
              description: 'Published automatically',
              icon: 'clock',
            },
            {
              value: 'published',
              label: 'Published',
              description: 'Everyone can see it',
              icon: 'news',
            },
          ]}
        />
        {fields.state === 'scheduled' && (
          <DateTimeField
            required
            label="Publish at"
            hint={`In your time zone, ${zone}.`}
            min={now}
            value={fields.publishAt}
            error={errors.publishAt}
            onChange={(event) => onChange({ publishAt: event.target.value })}
          />
        )}
        <Button tone="primary" block pending={isSaving} onClick={onSave}>
          {labelOf(fields.state, savedState)}
        </Button>
        <Text size="md" tone="muted" aria-live="polite">
          {isDirty
            ? 'Unsaved changes, stored on this device.'
            : savedState
              ? 'All changes are saved.'
              : ''}
        </Text>
      </Stack>
    </Panel>
  );
}

function labelOf(state: PostFields['state'], saved: PostFields['state'] | undefined): string {
  if (state === 'published') return saved === 'published' ? 'Save Changes' : 'Publish';
  if (state === 'scheduled') return saved === 'scheduled' ? 'Save Changes' : 'Schedule';
  return saved === 'published' ? 'Save and Unpublish' : 'Save Draft';
}
