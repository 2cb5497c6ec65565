import { IconLink } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { TitleLink } from '#client/ui/text/title-link.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';

export function MailList({ mails }: { mails: readonly EditedMail[] }) {
  return (
    <Panel variant="plain">
      <Entries>
        {mails.map((mail) => (
          <MailEntry key={mail.kind} mail={mail} />
        ))}
      </Entries>
    </Panel>
  );
}

function MailEntry({ mail }: { mail: EditedMail }) {
  const { kind, name, when, savedAt, savedBy } = mail;
  return (
    <Entry
      text={
        <TitleLink to="/admin/emails" hash={kind} data-cover>
          {name}
        </TitleLink>
      }
      facts={
        <>
          {when}
          {savedAt !== null && (
            <>
              {' '}
              Changed by {savedBy ?? 'a deleted account'}, <Timestamp at={savedAt} />.
            </>
          )}
        </>
      }
      actions={
        <>
          <TextState mail={mail} />
          <IconLink to="/admin/emails" hash={kind} icon="pencil" label={`Edit ${name}`} />
        </>
      }
    />
  );
}

function TextState({ mail: { isDefault, problem } }: { mail: EditedMail }) {
  if (problem !== null) return <Chip tone="blood">Not used</Chip>;
  return isDefault ? <Chip>Default</Chip> : <Chip tone="gold">Your text</Chip>;
}
