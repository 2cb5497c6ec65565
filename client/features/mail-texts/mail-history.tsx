import { VersionHistory } from '#client/ui/data/version-history.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

import { mailTextVersionsQuery } from './mail-texts.queries.ts';

type Props = {
  mail: EditedMail;
  onUse: (text: MailText) => void;
};

export function MailHistory({ mail, onUse }: Props) {
  function use(version: number, text: MailText) {
    onUse(text);
    showToast(`Version ${version} is in the fields. Save it to use it.`);
  }

  return (
    <Panel variant="plain" heading="History">
      <VersionHistory
        query={(page) => mailTextVersionsQuery(mail.kind, page)}
        empty="This email has never been changed."
      >
        {({ version, savedAt, savedBy, isDefault, text }) => ({
          version,
          text: isDefault ? 'The default text' : text.subject,
          by: savedBy ?? 'Unknown account',
          at: savedAt,
          actions: version !== mail.version && (
            <Button
              size="sm"
              aria-label={`Use version ${version}`}
              onClick={() => use(version, text)}
            >
              Use
            </Button>
          ),
        })}
      </VersionHistory>
    </Panel>
  );
}
