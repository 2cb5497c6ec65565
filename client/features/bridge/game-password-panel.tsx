import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import * as z from 'zod/mini';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Chip } from '#client/ui/chip.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { PasswordField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { AppError } from '#shared/errors.ts';
import { GamePassword, gamePasswordRule } from '#shared/game-servers.ts';
import type { GamePasswordState } from '#shared/game-servers.ts';

import { gamePasswordQuery } from './game-password.queries.ts';

import styles from './game-password-panel.module.css';

/** Runs a change that needs a fresh sign-in; undefined if the player canceled. */
type RunFresh = <T>(change: () => Promise<T>) => Promise<T | undefined>;
type Props = { runFresh: RunFresh };

export function GamePasswordPanel({ runFresh }: Props) {
  const { data, error, refetch } = useQuery(gamePasswordQuery);
  return (
    <Panel
      heading="Game password"
      icon="lock"
      actions={
        data?.isSet && (
          <Chip tone="moss" icon="check">
            Set
          </Chip>
        )
      }
    >
      {data ? (
        <Content state={data} runFresh={runFresh} />
      ) : error ? (
        <ErrorState
          heading="The game password could not be loaded."
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton shape="block" height="150px" />
      )}
    </Panel>
  );
}

function Content({ state, runFresh }: Props & { state: GamePasswordState }) {
  return (
    <div className={styles.content}>
      <p>The game sends passwords unencrypted. Use a separate one that only opens the game.</p>
      {state.isNeeded && !state.isSet && (
        <Callout tone="warning">
          Staff accounts and accounts with two-factor sign-in need a game password to log in to the
          game.
        </Callout>
      )}
      <PasswordForm key={state.setAt} isSet={state.isSet} runFresh={runFresh} />
    </div>
  );
}

function PasswordForm({ isSet, runFresh }: Props & { isSet: boolean }) {
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    mutationFn: (password: string) =>
      runFresh(() => call('PUT /api/account/game-password', { body: { password } })),
    onSuccess: (answer) => answer && finish('Your game password is set.'),
    onError: (error) => setProblem(problemOf(error)),
  });
  const removing = useMutation({
    mutationFn: () => confirmRemove(runFresh),
    onError: (error) => setProblem(problemOf(error)),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('game-password');
    const password = typeof given === 'string' ? given : '';
    const checked = z.safeParse(GamePassword, password);
    setProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    if (checked.success && !saving.isPending) saving.mutate(password);
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <PasswordField
        required
        name="game-password"
        label={isSet ? 'New game password' : 'Game password'}
        hint={gamePasswordRule}
        autoComplete="new-password"
        maxLength={20}
        error={problem}
        onChange={() => setProblem(undefined)}
      />
      <div className={styles.buttons}>
        <Button type="submit" pending={saving.isPending}>
          {isSet ? 'Change game password' : 'Set game password'}
        </Button>
        {isSet && (
          <Button tone="danger" pending={removing.isPending} onClick={() => removing.mutate()}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

async function confirmRemove(runFresh: RunFresh): Promise<void> {
  const question =
    'Remove your game password? You then log in to the game with your website password.';
  if (!(await askConfirm(question, { confirmLabel: 'Remove', tone: 'danger' }))) return;
  const answer = await runFresh(async () => {
    await call('DELETE /api/account/game-password', {});
    return true;
  });
  if (answer) await finish('Your game password was removed.');
}

async function finish(text: string): Promise<void> {
  showToast(text, { tone: 'success' });
  await queryClient.invalidateQueries({ queryKey: gamePasswordQuery.queryKey });
}

function problemOf(error: Error): string {
  return (error instanceof AppError && error.fields?.['password']) || error.message;
}
