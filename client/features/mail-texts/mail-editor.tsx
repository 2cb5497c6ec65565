import { useMutation } from '@tanstack/react-query';

import { NewerVersion, VersionHistory } from '#client/ui/data/version-history.tsx';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Row, Split, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

import { MailFields } from './mail-fields.tsx';
import { MailPreview } from './mail-preview.tsx';
import { mailTextVersionsQuery, sendMailSample } from './mail-texts.queries.ts';
import { useMailText } from './use-mail-text.ts';
import type { MailTextForm } from './use-mail-text.ts';

import styles from './mail-editor.module.css';

type Props = {
  /** The server's current version, which may be newer than the one being edited. */
  mail: EditedMail;
};

export function MailEditor({ mail }: Props) {
  const editing = useMailText(mail);
  const { form, draft } = editing;
  return (
    <>
      <PageHeading above={<BackLink to="/admin/emails">All emails</BackLink>} lead={mail.when}>
        {mail.name}
      </PageHeading>
      <Notices mail={mail} editing={editing} />
      <Split>
        <Stack as="form" gap={4} {...form.props}>
          <MailFields mail={mail} editing={editing} />
          <Actions mail={mail} editing={editing} />
        </Stack>
        <Stack>
          <MailPreview text={draft} placeholders={mail.placeholders} />
          <MailHistory mail={mail} onUse={editing.change} />
        </Stack>
      </Split>
    </>
  );
}

type EditingProps = Props & { editing: MailTextForm };

function Notices({ mail, editing }: EditingProps) {
  return (
    <Stack gap={3} className={styles.notices}>
      {mail.problem !== null && (
        <Callout tone="danger" heading="Your text is not used">
          {mail.problem} Until it is corrected, the site sends the default text.
        </Callout>
      )}
      {editing.isBehind && (
        <NewerVersion
          onTake={() => editing.load(mail)}
          onKeep={editing.isDirty ? editing.keepMine : undefined}
        >
          {mail.savedBy ?? 'Someone else'} changed this email after you opened it. If you keep yours
          and save it, theirs stays in the history.
        </NewerVersion>
      )}
    </Stack>
  );
}

function Actions({ mail, editing }: EditingProps) {
  const { form, isDirty, isBehind, check } = editing;
  const testing = useMutation({
    mutationFn: (text: EditedMail['text']) => sendMailSample(mail.kind, text),
  });

  function sendTest() {
    const { data, errors } = check();
    form.show(errors ?? {});
    if (data) testing.mutate(data);
  }

  async function confirmReset() {
    const text = 'Use the default text again? Yours stays in the history.';
    if (await askConfirm(text, { confirmLabel: 'Use the Default' })) editing.reset();
  }

  return (
    <>
      <Row className={styles.actions}>
        <Button
          type="submit"
          tone="primary"
          disabled={!isDirty || isBehind}
          pending={form.isPending}
        >
          Save
        </Button>
        <Button icon="mail" pending={testing.isPending} onClick={sendTest}>
          Send Test Email
        </Button>
        {!mail.isDefault && (
          <Button tone="quiet" icon="refresh" onClick={() => void confirmReset()}>
            Reset to Default
          </Button>
        )}
      </Row>
      <Failure error={testing.error} heading="The test email was not sent" />
      {testing.data && !testing.isPending && (
        <Callout tone={testing.data.isAccepted ? 'success' : 'warning'} live>
          {testing.data.text}
        </Callout>
      )}
    </>
  );
}

type HistoryProps = {
  mail: EditedMail;
  onUse: (text: MailText) => void;
};

function MailHistory({ mail, onUse }: HistoryProps) {
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
