import { setTimeout as wait } from 'node:timers/promises';

import { commandArgs, pollCommands, sendCommandResult } from '#shared/endpoints/bridge-commands.ts';
import type { BridgeCommand, commandResults } from '#shared/endpoints/bridge-commands.ts';

import { BridgeRefusal } from './bridge-client.ts';
import type { Bridge } from './bridge-client.ts';
import type { DurableValue } from './durable-file.ts';
import { every } from './every.ts';
import type { ReachPoint } from './kill-points.ts';
import { neverKilled } from './kill-points.ts';
import type { Log } from './log.ts';

export type CommandOutcome = { status: (typeof commandResults)[number]; detail?: string };
type Results = Record<string, CommandOutcome>;

type Options = {
  bridge: Bridge;
  /** Results of past commands. A command that has run is only reported again, never run again. */
  results: DurableValue<Results>;
  /**
   * Called in command order, without waiting for earlier commands to finish. It must await `begin` before
   * the command takes effect: from then on the command is never run again, even if this process is
   * killed. A command that still waits for the game runs again after a restart.
   */
  run: (command: BridgeCommand, begin: Begin) => Promise<CommandOutcome>;
  log: Log;
  waitSeconds?: number;
  reach?: ReachPoint;
};

export type Begin = () => Promise<void>;

const maxResults = 500;

/** Stored before a command runs. If the process is killed while it runs, this is its result. */
const interrupted: CommandOutcome = {
  status: 'failed',
  detail:
    'The adapter was stopped while it ran this command, which may have taken effect. ' +
    'Look into the game before you send it again.',
};

/** Polls for commands until the bridge is aborted, then waits for those still running. */
export async function followCommands(options: Options): Promise<void> {
  const { bridge, log, waitSeconds = 25 } = options;
  const { signal } = bridge;
  const running = new Set<Promise<void>>();
  let after = 0;
  const onError = (error: unknown): void => log.warn('Commands could not be fetched.', error);
  await every({ ms: 50, signal, onError }, async () => {
    const query = { wait: waitSeconds, after };
    const { commands } = await fetchCommands(bridge, query, waitSeconds);
    // When idle, ask for all open commands again: a report may have failed, or the website was
    // restored from a backup and waits for results that were already reported.
    if (commands.length === 0 && running.size === 0) after = 0;
    for (const command of commands) {
      after = Math.max(after, command.id);
      const task = handle(options, command as BridgeCommand).catch((error: unknown) => {
        if (!signal.aborted)
          log.warn(`The result of command ${command.id} could not be reported.`, error);
      });
      running.add(task);
      void task.then(() => running.delete(task));
    }
  });
  await Promise.all(running);
}

async function fetchCommands(
  bridge: Bridge,
  query: { wait: number; after: number },
  waitSeconds: number,
) {
  try {
    return await bridge.call(pollCommands, { query }, { timeoutMs: (waitSeconds + 15) * 1000 });
  } catch (error) {
    // The token was revoked or lacks this scope: do not retry 20 times a second.
    if (error instanceof BridgeRefusal) {
      await wait(15_000, undefined, { signal: bridge.signal }).catch(() => {});
    }
    throw error;
  }
}

async function handle(options: Options, command: BridgeCommand): Promise<void> {
  const { bridge, results, log, reach = neverKilled } = options;
  const { id, type } = command;
  const store = (outcome: CommandOutcome) =>
    results.set(latest({ ...results.get(), [id]: outcome }));
  let outcome = results.get()[id];
  if (!outcome) {
    outcome = await runSafely(options, command, async () => {
      await store(interrupted);
      reach('noted');
    });
    reach('ran');
    await store(outcome);
    log.info(`Command ${id} ${type}: ${outcome.status}. ${outcome.detail ?? ''}`);
  }
  const { status, detail } = outcome;
  await bridge.call(sendCommandResult, {
    params: { id },
    body: { status, ...(detail && { detail: detail.slice(0, 500) }) },
  });
}

async function runSafely(
  { run, bridge }: Options,
  command: BridgeCommand,
  begin: Begin,
): Promise<CommandOutcome> {
  const { notAfter } = command;
  if (notAfter !== null && Date.parse(notAfter) < Date.now()) return { status: 'expired' };
  const args = commandArgs[command.type]?.safeParse(command.args);
  if (!args) return { status: 'unsupported', detail: 'Unknown command.' };
  if (!args.success) return { status: 'failed', detail: 'The arguments are invalid.' };
  try {
    return await run(command, begin);
  } catch (error) {
    // The program ends. The next start runs the command, or reports that it was interrupted.
    if (bridge.signal.aborted) throw error;
    return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

function latest(results: Results): Results {
  const ids = Object.keys(results)
    .map(Number)
    .toSorted((a, b) => b - a)
    .slice(0, maxResults);
  return Object.fromEntries(ids.map((id) => [id, results[id] as CommandOutcome]));
}
