import { Link } from '@tanstack/react-router';

import { buttonClass } from '#client/ui/button.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { Entries, Entry } from '#client/ui/entries.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { EditedMail } from '#shared/mail-texts.ts';

import styles from './mail-list.module.css';

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
        <Link to="/admin/emails" hash={kind} className={styles.name}>
          {name}
        </Link>
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
          <Link
            to="/admin/emails"
            hash={kind}
            className={buttonClass({ tone: 'quiet', size: 'sm', square: true })}
            aria-label={`Edit ${name}`}
          >
            <Icon name="pencil" />
          </Link>
        </>
      }
    />
  );
}

function TextState({ mail: { isDefault, problem } }: { mail: EditedMail }) {
  if (problem !== null) return <Chip tone="blood">Not used</Chip>;
  return isDefault ? <Chip>Default</Chip> : <Chip tone="gold">Your text</Chip>;
}
