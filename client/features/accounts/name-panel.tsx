import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { formatDay } from '#client/lib/dates.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { Form } from '#client/ui/form/form.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { changeOwnName } from '#shared/endpoints/players.ts';
import { oldNameDays } from '#shared/rules/renames.ts';

import { nameChangeQuery, refreshAccount } from './accounts.queries.ts';
import { UsernameField } from './username-form.tsx';

/** Only where the admins allow players to change their names. */
export function NamePanel({ username }: { username: string }) {
  const { data } = useQuery(nameChangeQuery);
  const form = useForm({
    check: ({ username: name }) => checkValues(changeOwnName.body!, { username: name }),
    send: (body) => unlessCanceled(rename(body.username)),
    onlyField: 'username',
  });
  if (!data || data.cooldownDays === null) return null;
  return (
    <Panel heading="Your Name" icon="user">
      {data.nextAt ? (
        <p>
          You are called {username}. You can change your name again on {formatDay(data.nextAt)}.
        </p>
      ) : (
        <Form form={form} submitLabel="Change Name">
          <p>
            Everything you have moves with you, also in the game, where you are logged out for a
            moment. {username} stays reserved for you for {oldNameDays} days.
            {data.cooldownDays > 0 && ` You can change it again after ${data.cooldownDays} days.`}
          </p>
          <UsernameField {...form.field('username')} label="New name" />
        </Form>
      )}
    </Panel>
  );
}

async function rename(username: string): Promise<void> {
  const question = `Change your name to ${username}?`;
  if (!(await askConfirm(question, { confirmLabel: 'Change Name' }))) return;
  await call('POST /api/account/name', { body: { username } });
  showToast(`Your name is now ${username}.`, { tone: 'success' });
  await refreshAccount();
}
