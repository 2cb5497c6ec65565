import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PagedView } from '#client/ui/query-view.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { MailText } from '#shared/mail-fill.ts';
import type { EditedMail } from '#shared/mail-texts.ts';

import { mailTextVersionsQuery } from './mail-texts.queries.ts';

import styles from './mail-history.module.css';

type Props = {
  mail: EditedMail;
  /** Puts an earlier text into the fields. */
  onUse: (text: MailText) => void;
};

export function MailHistory({ mail, onUse }: Props) {
  const [page, setPage] = useState(1);

  function use(version: number, text: MailText) {
    onUse(text);
    showToast(`Version ${version} is in the fields. Save it to use it.`);
  }

  return (
    <Panel variant="plain" heading="History">
      <PagedView
        query={useQuery(mailTextVersionsQuery(mail.kind, page))}
        errorHeading="The history could not be loaded"
        panel="none"
        label="Pages of versions"
        onPage={setPage}
        empty={<p className={styles.empty}>This email was never changed.</p>}
      >
        {({ versions }) => (
          <Entries>
            {versions.map(({ version, savedAt, savedBy, isDefault, text }) => (
              <Entry
                key={version}
                text={isDefault ? 'The default text' : text.subject}
                facts={
                  <>
                    {savedBy ?? 'Unknown account'} · <Timestamp at={savedAt} />
                  </>
                }
                actions={
                  version !== mail.version && (
                    <Button
                      size="sm"
                      aria-label={`Use version ${version}`}
                      onClick={() => use(version, text)}
                    >
                      Use
                    </Button>
                  )
                }
              />
            ))}
          </Entries>
        )}
      </PagedView>
    </Panel>
  );
}
