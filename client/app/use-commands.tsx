import { useState } from 'react';
import type { ReactNode } from 'react';

import { sendCommand } from '#client/features/game-commands/commands.queries.ts';
import { RefundDialog } from '#client/features/payments/order-refund.tsx';
import { CoinsDialog } from '#client/features/players/coins-forms.tsx';
import { managedUserQuery } from '#client/features/players/manage.queries.ts';
import { SanctionDialog } from '#client/features/players/sanction-dialog.tsx';
import { call } from '#client/lib/api.ts';
import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { Action } from '#client/lib/use-action.ts';
import { useAction } from '#client/lib/use-action.ts';
import { askConfirm, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import type { Command } from './commands.ts';

/** The player, purchase or top-up that a command is about. */
type Target = SearchResult | undefined;

/**
 * Runs the commands of the palette. Each one asks first, in a question or in a sheet with a reason, and then calls the
 * endpoint of the admin area, which has the rules. `sheet` replaces the palette.
 */
export function useCommands(onClose: () => void) {
  const { run } = useAction();
  const [sheet, setSheet] = useState<ReactNode>();

  function execute(command: Command, target?: Target): void {
    const preparing = prepareSheet(command, target, onClose);
    if (preparing) {
      preparing.then(setSheet, (error: Error) => {
        onClose();
        void showAlert(error.message);
      });
      return;
    }
    onClose();
    const action = toAction(command, target);
    if (action) void run(action);
  }

  return { execute, sheet };
}

/** Undefined if a question is enough. */
function prepareSheet(
  command: Command,
  target: Target,
  onClose: () => void,
): Promise<ReactNode> | undefined {
  if (!target) return undefined;
  const { verb } = command;
  switch (verb) {
    case 'ban':
    case 'mute':
      return readPlayer(target.id).then((user) => (
        <SanctionDialog kind={verb} players={[user]} onClose={onClose} />
      ));
    case 'give':
    case 'take': {
      const amount = verb === 'give' ? command.amount : -command.amount;
      return readPlayer(target.id).then((user) => (
        <CoinsDialog user={user} amount={amount} onClose={onClose} />
      ));
    }
    case 'refund':
      if (target.kind === 'purchase') return undefined;
      return readOrder(target.id).then((order) => <RefundDialog order={order} onClose={onClose} />);
    default:
      return undefined;
  }
}

function toAction(command: Command, target: Target): Action | undefined {
  switch (command.verb) {
    case 'unban':
      return target && toPardon('ban', target.id);
    case 'unmute':
      return target && toPardon('mute', target.id);
    case 'kick':
      return target && toKick(target.id);
    case 'refund':
      return target && toRefund(target);
    case 'restart':
      return {
        name: 'Restart',
        ask: `Restart every game server ${describeWait(command.seconds)}? Players are warned and then disconnected.`,
        danger: true,
        call: () => sendCommand({ type: 'restart', args: { seconds: command.seconds } }),
        done: 'Restart command sent.',
      };
    case 'broadcast':
      return {
        name: 'Send',
        ask: `Show “${command.message}” to everyone in the game?`,
        call: () => sendCommand({ type: 'broadcast', args: { message: command.message } }),
        done: 'Broadcast sent.',
      };
    default:
      return undefined;
  }
}

function toPardon(kind: 'ban' | 'mute', username: string): Action {
  const state = kind === 'ban' ? 'banned' : 'muted';
  let version = '';
  return {
    name: kind === 'ban' ? 'Unban' : 'Unmute',
    ask: async () => {
      const user = await readPlayer(username);
      version = String(user.version);
      if (user[kind]) return askConfirm(`Lift the ${kind} of ${username}?`);
      await showAlert(`${username} is not ${state}.`);
      return false;
    },
    call: () =>
      call('DELETE /api/admin/users/{username}/sanctions/{kind}', {
        params: { username, kind },
        query: { version },
      }),
    done: `${username} is no longer ${state}.`,
  };
}

function toKick(username: string): Action {
  return {
    name: 'Kick',
    ask: `Kick ${username} from the game?`,
    danger: true,
    call: async () => {
      const { version } = await readPlayer(username);
      const input = { params: { username }, body: { version } };
      return call('POST /api/admin/users/{username}/kick', input);
    },
    done: `The kick command for ${username} was sent to the game.`,
  };
}

function toRefund({ id, label, detail }: SearchResult): Action {
  return {
    name: 'Cancel and Refund',
    ask: `Cancel the delivery of ${label} (${detail}) and refund it? This cannot be undone.`,
    danger: true,
    isCancelable: true,
    call: () => change('shop', 'POST /api/admin/purchases/{id}/refund', { params: { id } }),
    done: `${label} was refunded.`,
  };
}

/** The newest state: a change by another admin since then causes a conflict error. */
function readPlayer(username: string): Promise<ManagedUser> {
  return queryClient.fetchQuery({ ...managedUserQuery(username), staleTime: 0 });
}

async function readOrder(id: string) {
  const { orders } = await call('GET /api/admin/orders', { query: { id, page: 1 } });
  const [order] = orders;
  if (!order || order.refundable === 0) throw new Error('This top-up cannot be refunded.');
  return order;
}

export function describeWait(seconds: number): string {
  if (seconds === 0) return 'now';
  if (seconds % 60 > 0) return `in ${formatCount(seconds, 'second')}`;
  return `in ${formatCount(seconds / 60, 'minute')}`;
}
