import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { checkValues, useForm } from '#client/lib/form.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { NewPage } from '#shared/endpoints/own-pages.ts';
import { ownPageLimits, toSlug } from '#shared/rules/own-page-address.ts';

import { createOwnPage } from './own-pages.queries.ts';

/** The address follows the title until it is edited. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [slug, setSlug] = useState<string>();
  const form = useForm({
    check: ({ inNavigation, inFooter, ...fields }) =>
      checkValues(NewPage, {
        ...fields,
        inNavigation: inNavigation === 'on',
        inFooter: inFooter === 'on',
      }),
    send: createOwnPage,
    onDone: ({ id }) => navigate({ to: '/admin/pages/edit/$id', params: { id } }),
  });
  return (
    <FormDialog form={form} title="New Page" submitLabel="Create Page" onClose={onClose}>
      <TextField
        required
        {...form.field('title')}
        label="Title"
        maxLength={ownPageLimits.title}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        required
        {...form.field('slug')}
        label="Address"
        hint={`The page will be at ${location.origin}/pages/${(slug ?? toSlug(title)) || '…'}`}
        maxLength={ownPageLimits.slug}
        autoCapitalize="none"
        spellCheck={false}
        value={slug ?? toSlug(title)}
        onChange={(event) => setSlug(event.target.value)}
      />
      <Stack gap={3}>
        <Checkbox
          {...form.field('inNavigation')}
          label="Link in the navigation"
          hint="In the header, under “More”, once the page is published."
        />
        <Checkbox {...form.field('inFooter')} label="Link in the footer" />
      </Stack>
    </FormDialog>
  );
}
