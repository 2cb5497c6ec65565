import type { Generated, GeneratedAlways } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

import type { MailContent } from './mail.ts';

export type MailQueueTables = {
  /** Emails waiting to be sent, and for some days the ones that were sent or abandoned. */
  mails: {
    id: GeneratedAlways<number>;
    message_id: Generated<string>;
    recipient: string;
    subject: string;
    /** Null once the email was sent or abandoned. */
    content: NullableJsonColumn<MailContent>;
    is_urgent: Generated<boolean>;
    state: Generated<'waiting' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    /** Time of the next attempt. While a process is sending the email: the end of its lease. */
    due_at: Generated<Date>;
    give_up_at: Generated<Date>;
    finished_at: Date | null;
    last_error: string | null;
    /** Times that the server read the email and did not answer. */
    lost_answers: Generated<number>;
  };
};
