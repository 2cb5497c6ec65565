import { commandArgs, pollCommands, sendCommandResult } from '#shared/bridge.ts';
import type { BridgeCommand, commandResults } from '#shared/bridge.ts';

import { BridgeRefusal } from './bridge-client.ts';
import type { Bridge } from './bridge-client.ts';
import type { DurableValue } from './durable-file.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';

export type CommandOutcome = { status: (typeof commandResults)[number]; detail?: string };
type Results = Record<string, CommandOutcome>;

type Options = {
  bridge: Bridge;
  /** What became of commands: one that was run is never run again, only reported again. */
  results: DurableValue<Results>;
  /** Begins in the order of the commands; one that waits does not hold up the next. */
  run: (command: BridgeCommand) => Promise<CommandOutcome>;
  log: Log;
  waitSeconds?: number;
};

const resultsKept = 500;

/** Asks for commands until the bridge's signal; what was begun by then is awaited. */
export async function followCommands(options: Options): Promise<void> {
  const { bridge, log, waitSeconds = 25 } = options;
  const { signal } = bridge;
  const underWay = new Set<Promise<void>>();
  let after = 0;
  const onError = (error: unknown): void => log.warn('Commands cannot be fetched.', error);
  await every({ ms: 50, signal, onError }, async () => {
    const query = { wait: waitSeconds, after };
    const { commands } = await fetchCommands(bridge, query, waitSeconds);
    // A website that was restored from a backup may wait for commands that were reported before, and
    // one that could not be reported is still open: with nothing in hand, ask for all of them.
    if (commands.length === 0 && underWay.size === 0) after = 0;
    for (const command of commands) {
      after = Math.max(after, command.id);
      const task = handle(options, command as BridgeCommand).catch((error: unknown) => {
        if (!signal.aborted) log.warn(`Command ${command.id} was not reported.`, error);
      });
      underWay.add(task);
      void task.then(() => underWay.delete(task));
    }
  });
  await Promise.all(underWay);
}

async function fetchCommands(
  bridge: Bridge,
  query: { wait: number; after: number },
  waitSeconds: number,
) {
  try {
    return await bridge.call(pollCommands, { query }, { timeoutMs: (waitSeconds + 15) * 1000 });
  } catch (error) {
    // A token without this right, or revoked: no reason to ask twenty times a second.
    if (error instanceof BridgeRefusal) await pause(bridge.signal);
    throw error;
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, 15_000);
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

async function handle({ bridge, results, run, log }: Options, command: BridgeCommand) {
  const known = results.get()[command.id];
  const outcome = known ?? (await runSafely(run, command));
  if (!known) {
    await results.set(latest({ ...results.get(), [command.id]: outcome }));
    log.info(`Command ${command.id} ${command.type}: ${outcome.status}. ${outcome.detail ?? ''}`);
  }
  const { status, detail } = outcome;
  await bridge.call(sendCommandResult, {
    params: { id: command.id },
    body: { status, ...(detail && { detail: detail.slice(0, 500) }) },
  });
}

async function runSafely(run: Options['run'], command: BridgeCommand): Promise<CommandOutcome> {
  if (isExpired(command)) return { status: 'expired' };
  const args = commandArgs[command.type]?.safeParse(command.args);
  if (!args) return { status: 'unsupported', detail: 'This command is not known.' };
  if (!args.success) return { status: 'failed', detail: 'The arguments make no sense.' };
  try {
    return await run(command);
  } catch (error) {
    return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

function isExpired({ notAfter }: Pick<BridgeCommand, 'notAfter'>): boolean {
  return notAfter !== null && Date.parse(notAfter) < Date.now();
}

function latest(results: Results): Results {
  const ids = Object.keys(results)
    .map(Number)
    .toSorted((a, b) => b - a)
    .slice(0, resultsKept);
  return Object.fromEntries(ids.map((id) => [id, results[id] as CommandOutcome]));
}
