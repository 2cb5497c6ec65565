import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Appearance } from '#shared/endpoints/appearance.ts';
import type { EditedAppearance } from '#shared/endpoints/appearance.ts';

import { appearanceQuery, publishAppearance } from './appearance.queries.ts';
import { ColoursPart } from './colours-part.tsx';
import type { Editing } from './editing.ts';
import { NamePart } from './name-part.tsx';
import { usePreview } from './use-preview.ts';

type Props = { onDone: () => void; buttons: ReactNode };

/** The parts of the appearance that every new site should change. */
export function SetupLook(props: Props) {
  return (
    <QueryView
      query={useQuery(appearanceQuery)}
      errorHeading="The appearance could not be loaded"
      panel="none"
    >
      {(published) => <LookForm published={published} {...props} />}
    </QueryView>
  );
}

function LookForm({ published, onDone, buttons }: Props & { published: EditedAppearance }) {
  // Keep the version as it was opened; live updates must not change what the form is based on.
  const [opened] = useState(published);
  const [draft, setDraft] = useState(opened.appearance);
  const { findPicture, keepPicture } = usePreview(draft);
  const form = useForm({
    check: () => checkValues(Appearance, draft),
    send: (appearance) => publishAppearance(appearance, opened.version),
    onDone,
  });
  const editing: Editing = {
    draft,
    set: (change) => setDraft((before) => ({ ...before, ...change })),
    field: form.field,
    findPicture,
    keepPicture,
  };
  return (
    <Form form={form} submitLabel="Publish and Continue" buttons={buttons}>
      <Stack gap={6}>
        <NamePart editing={editing} />
        <ColoursPart editing={editing} />
        <p>
          The hero, the features, links and the words for coins and store are under{' '}
          <Link to="/admin/appearance">Appearance</Link>, with a preview.
        </p>
      </Stack>
    </Form>
  );
}
