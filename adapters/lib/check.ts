import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';

import { codeOf } from '#shared-node/code-of.mjs';

import { silentLog } from './log.ts';
import { SettingsError } from './settings.ts';
import { lockStateFolder } from './state-lock.ts';

/** A line of `--check`. Something that is missing says what to do about it. */
export type Finding = { text: string; advice?: string };

/** Prints the findings and returns whether nothing is missing. */
export function printFindings(findings: Finding[], print: (line: string) => void): boolean {
  for (const { text, advice } of findings) {
    print(`${advice ? 'MISSING' : 'ok     '}  ${text}`);
    if (advice) print(`         ${advice}`);
  }
  const count = findings.filter(({ advice }) => advice).length;
  print(count === 0 ? 'Everything is set.' : `To fix: ${count}.`);
  return count === 0;
}

/** The lock is released at once, so the adapter can be started afterwards. */
export async function checkStateFolder(
  folder: string,
): Promise<{ isRunning: boolean; finding: Finding }> {
  try {
    const lock = await lockStateFolder(folder, silentLog);
    await lock.release();
    return {
      isRunning: false,
      finding: { text: `STATE_DIR ${path.resolve(folder)} is writable.` },
    };
  } catch (error) {
    if (error instanceof SettingsError) {
      const text = `The adapter is running: it uses ${path.resolve(folder)}.`;
      return { isRunning: true, finding: { text } };
    }
    const finding = {
      text: `STATE_DIR ${path.resolve(folder)} cannot be written (${codeOf(error)}).`,
      advice: 'Create the folder for the user that runs the adapter, or set STATE_DIR.',
    };
    return { isRunning: false, finding };
  }
}

type Port = { setting: string; host: string; port: number; isRunning: boolean };

export async function checkPort({ setting, host, port, isRunning }: Port): Promise<Finding> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return { text: `${setting}: ${host}:${port} is free.` };
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE';
    if (isTaken && isRunning)
      return { text: `${setting}: the adapter listens on ${host}:${port}.` };
    return {
      text: `${setting}: ${host}:${port} cannot be used (${codeOf(error)}).`,
      advice: isTaken
        ? 'Another program uses it, perhaps the game’s own server. Stop it, or set another port here and in the game.'
        : 'Set LISTEN_HOST to an address of this machine, and a port of 1024 or higher.',
    };
  } finally {
    server.close();
  }
}
