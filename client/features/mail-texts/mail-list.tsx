import { Chip } from '#client/ui/chip.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { IconLink } from '#client/ui/link-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { TitleLink } from '#client/ui/title-link.tsx';
import type { EditedMail } from '#shared/mail-texts.ts';

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
        <TitleLink to="/admin/emails" hash={kind}>
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
