import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WebSocket } from 'ws';

import { startProgram } from './browser.ts';
import type { Browser, Program } from './browser.ts';
import { waitFor } from './wait-for.ts';

// Drives the installed Firefox over WebDriver BiDi. Playwright's own BiDi client sends commands that the
// extended support release does not know yet.

type Answer = { id?: number; type: string; result?: unknown; message?: string };

/** Without updates, first-run pages and animations. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'remote.prefs.recommended': true,
  'ui.prefersReducedMotion': 1,
};

export async function startFirefox(path: string): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'wynhold-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const program = startProgram(path, [
    '--headless',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    '--width=1440',
    '--height=900',
  ]);
  async function close(): Promise<void> {
    await program.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  try {
    const send = await connect(await readAddress(program));
    await send('session.new', { capabilities: {} });
    const tree = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    const context = tree.contexts[0]?.context;
    return {
      name: 'Firefox',
      open: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      evaluate: async (expression) => {
        const { result } = (await send('script.evaluate', {
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: true,
        })) as { result?: { value?: string } };
        return result?.value === undefined ? undefined : JSON.parse(result.value);
      },
      perform: async (actions) => {
        await send('input.performActions', { context, actions });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function readAddress(program: Program): Promise<string> {
  const found = await waitFor('Firefox to listen', () =>
    Promise.resolve(/WebDriver BiDi listening on (ws:\S+)/.exec(program.output())?.[1]),
  );
  return `${found}/session`;
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let count = 0;
  return async function send(method: string, params: object): Promise<unknown> {
    count += 1;
    const id = count;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`Firefox, ${method}: ${answer.message}`);
    return answer.result;
  };
}
