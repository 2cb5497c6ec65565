import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { site } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Form } from '#client/ui/form.tsx';
import { Split } from '#client/ui/layout.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { fillText, textNames, textTitles } from '#shared/text-format.ts';
import type { EditedText } from '#shared/texts.ts';

import { TextBlocks } from './text-blocks.tsx';
import { editedTextQuery, updateSiteText } from './texts.queries.ts';

import styles from './admin-texts-page.module.css';

export function AdminTextsPage() {
  const { text: name } = useSearch({ from: '/admin/texts' });
  return (
    <>
      <PageHeading lead="The terms that players accept and the privacy policy. Both are public and linked from every page.">
        Texts
      </PageHeading>
      <Tabs
        label="Text"
        tabs={textNames.map((one) => ({
          label: textTitles[one],
          active: one === name,
          render: (props) => <Link to="/admin/texts" search={{ text: one }} {...props} />,
        }))}
      />
      <QueryView
        query={useQuery(editedTextQuery(name))}
        errorHeading="This text could not be loaded"
        loadingText="Loading the text..."
        skeleton={<Skeleton shape="block" height="420px" />}
      >
        {(text) => <TextEditor key={`${name} ${text.updatedAt}`} opened={text} />}
      </QueryView>
    </>
  );
}

function TextEditor({ opened }: { opened: EditedText }) {
  const { name } = opened;
  const [source, setSource] = useState(opened.source);
  const form = useForm({
    check: (): Checked<string | null> => ({ data: source }),
    send: (text) => updateSiteText(name, text),
    onDone: () => showToast(`${textTitles[name]}: saved.`, { tone: 'success' }),
  });

  async function restore() {
    const text = 'Restore the default text? Your version is kept in the audit log only.';
    if (await askConfirm(text, { confirmLabel: 'Restore', tone: 'danger' })) {
      form.send(null);
    }
  }

  return (
    <Split gap={5}>
      <Panel variant="plain" heading="Edit" icon="pencil">
        <Form
          form={form}
          className={styles.form}
          submitLabel="Save"
          disabled={source === opened.source}
          buttons={
            opened.updatedAt !== null && (
              <Button tone="quiet" icon="refresh" onClick={() => void restore()}>
                Restore the Default
              </Button>
            )
          }
        >
          <TextareaField
            required
            label={textTitles[name]}
            rows={22}
            maxLength={50_000}
            value={source}
            hint="A blank line starts a new paragraph, “## ” a heading, “- ” a list item. {site} and {contact} are replaced by the site’s name and email address."
            onChange={(event) => setSource(event.target.value)}
          />
        </Form>
      </Panel>
      <section aria-label="Preview">
        <Parchment pad="lg">
          <div className="prose">
            <TextBlocks
              text={fillText(source, {
                ...site.brand.words,
                site: site.brand.name,
                contact: site.contactEmail,
              })}
            />
          </div>
        </Parchment>
      </section>
    </Split>
  );
}
