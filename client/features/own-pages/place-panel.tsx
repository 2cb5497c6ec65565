import { checkValues, useForm } from '#client/lib/form.ts';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PagePlace } from '#shared/endpoints/own-pages.ts';
import type { EditedPage } from '#shared/endpoints/own-pages.ts';
import { ownPageLimits } from '#shared/rules/own-page-address.ts';

import { placeOwnPage } from './own-pages.queries.ts';

/** Takes effect at once, unlike the text, which is published. */
export function PlacePanel({ page }: { page: EditedPage }) {
  const { slug, label, inNavigation, inFooter, placeVersion } = page;
  const form = useForm({
    check: (fields) =>
      checkValues(PagePlace, {
        slug: fields['slug'],
        label: fields['label']?.trim() || null,
        inNavigation: fields['inNavigation'] === 'on',
        inFooter: fields['inFooter'] === 'on',
      }),
    send: (place) => placeOwnPage(page.id, { ...place, placeVersion }),
    done: 'The address and the links are saved.',
  });
  return (
    <Panel variant="plain" heading="Address and Links">
      <Form form={form} submitLabel="Save Address and Links" tone="secondary" block>
        <Stack gap={3}>
          <Checkbox
            {...form.field('inNavigation')}
            label="Link in the navigation"
            hint="In the header, under “More”."
            defaultChecked={inNavigation}
          />
          <Checkbox
            {...form.field('inFooter')}
            label="Link in the footer"
            defaultChecked={inFooter}
          />
        </Stack>
        <TextField
          {...form.field('label')}
          label="Text of the link"
          hint="If empty, the title is used."
          placeholder={page.title}
          defaultValue={label ?? ''}
          maxLength={ownPageLimits.label}
        />
        <TextField
          required
          {...form.field('slug')}
          label="Address"
          hint="The part after /pages/. If you change it, the old address leads to the new one."
          defaultValue={slug}
          maxLength={ownPageLimits.slug}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
    </Panel>
  );
}
