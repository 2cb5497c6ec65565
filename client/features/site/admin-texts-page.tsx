import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';

import { site } from '#client/lib/site.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Parchment } from '#client/ui/parchment.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { fillText, textNames, textTitles } from '#shared/text-format.ts';
import type { EditedText, TextName } from '#shared/texts.ts';

import { TextBlocks } from './text-blocks.tsx';
import { editedTextQuery, updateSiteText } from './texts.queries.ts';

import styles from './admin-texts-page.module.css';

export function AdminTextsPage() {
  const name = useSearch({ strict: false, select: readName });
  const { data, error, refetch } = useQuery(editedTextQuery(name));
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
          render: (props) => (
            <Link to="/admin/texts" search={one === 'terms' ? {} : { text: one }} {...props} />
          ),
        }))}
      />
      {data ? (
        <TextEditor key={`${name} ${data.updatedAt}`} opened={data} />
      ) : error ? (
        <Panel variant="plain">
          <ErrorState
            heading="This text could not be loaded"
            text={error.message}
            onRetry={() => void refetch()}
          />
        </Panel>
      ) : (
        <Loading text="Loading the text...">
          <Skeleton shape="block" height="420px" />
        </Loading>
      )}
    </>
  );
}

function readName({ text }: Record<string, unknown>): TextName {
  return textNames.find((name) => name === text) ?? 'terms';
}

function TextEditor({ opened }: { opened: EditedText }) {
  const { name } = opened;
  const [source, setSource] = useState(opened.source);
  const saving = useMutation({
    mutationFn: (text: string | null) => updateSiteText(name, text),
    onSuccess: () => showToast(`${textTitles[name]}: saved.`, { tone: 'success' }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saving.isPending) saving.mutate(source);
  }

  async function restore() {
    const text = 'Restore the default text? Your version is kept in the audit log only.';
    if (await askConfirm(text, { confirmLabel: 'Restore', tone: 'danger' })) {
      saving.mutate(null);
    }
  }

  return (
    <div className={styles.columns}>
      <Panel variant="plain" heading="Edit" icon="pencil">
        <form className={styles.form} onSubmit={submit}>
          <TextareaField
            required
            label={textTitles[name]}
            rows={22}
            maxLength={50_000}
            value={source}
            hint="A blank line starts a new paragraph, “## ” a heading, “- ” a list item. {site} and {contact} are replaced by the site’s name and email address."
            onChange={(event) => setSource(event.target.value)}
          />
          {saving.error && (
            <Callout tone="danger" live>
              {saving.error.message}
            </Callout>
          )}
          <div className={styles.buttons}>
            <Button
              type="submit"
              tone="primary"
              disabled={source === opened.source}
              pending={saving.isPending}
            >
              Save
            </Button>
            {opened.updatedAt !== null && (
              <Button tone="quiet" icon="refresh" onClick={() => void restore()}>
                Restore the default
              </Button>
            )}
          </div>
        </form>
      </Panel>
      <section aria-label="Preview">
        <Parchment pad="lg">
          <div className="prose">
            <TextBlocks text={fillText(source, { site: site.name, contact: site.contactEmail })} />
          </div>
        </Parchment>
      </section>
    </div>
  );
}
