import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { PasswordField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { passwordLength } from '#shared/endpoints/accounts.ts';
import { GamePassword, gamePasswordRule } from '#shared/endpoints/game-servers.ts';

import styles from './game-password-panel.module.css';

export function GamePasswordPanel() {
  const query = useQuery(gamePasswordQuery);
  return (
    <QueryPanel
      heading="Game Password"
      icon="lock"
      query={query}
      errorHeading="The game password could not be loaded."
      height="150px"
      actions={
        query.data?.isSet && (
          <Chip tone="moss" icon="check">
            Set
          </Chip>
        )
      }
    >
      {({ isSet, isNeeded, setAt }) => (
        <Stack gap={4}>
          <p className={styles.about}>
            The game sends passwords unencrypted. Use a separate one that only opens the game. You
            need one if your website password has more than {passwordLength.inGame} characters: the
            game cuts it off.
          </p>
          {isNeeded && !isSet && (
            <Callout tone="warning">
              Staff accounts and accounts with two-factor sign-in need a game password to log in to
              the game.
            </Callout>
          )}
          <PasswordForm key={setAt} isSet={isSet} />
        </Stack>
      )}
    </QueryPanel>
  );
}

const Fields = z.object({ password: GamePassword });

function PasswordForm({ isSet }: { isSet: boolean }) {
  const form = useForm({
    check: (fields) => checkValues(Fields, fields),
    send: (body) => unlessCanceled(call('PUT /api/account/game-password', { body })),
    onDone: async (answer) => {
      if (!answer) return;
      showToast('Your game password is set.', { tone: 'success' });
      await queryClient.invalidateQueries({ queryKey: gamePasswordQuery.queryKey });
    },
    onlyField: 'password',
  });
  return (
    <Form
      form={form}
      className={styles.form}
      tone="secondary"
      submitLabel={isSet ? 'Change Game Password' : 'Set Game Password'}
      buttons={
        isSet && (
          <ActionButton
            tone="danger"
            action={{
              name: 'Remove',
              isCancelable: true,
              ask: 'Remove your game password? You then log in to the game with your website password.',
              danger: true,
              call: () => call('DELETE /api/account/game-password', {}),
              done: 'Your game password was removed.',
              refresh: gamePasswordQuery.queryKey,
            }}
          />
        )
      }
    >
      <PasswordField
        required
        {...form.field('password')}
        label={isSet ? 'New game password' : 'Game password'}
        hint={gamePasswordRule}
        autoComplete="new-password"
        maxLength={passwordLength.inGame}
      />
    </Form>
  );
}

const gamePasswordQuery = read('me', 'GET /api/account/game-password', {});
