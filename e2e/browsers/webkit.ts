import getPort from 'get-port';

import { startProgram } from './browser.ts';
import type { Browser } from './browser.ts';
import { waitFor } from './wait-for.ts';

// Drives the installed WebKitGTK over WebDriver. It cannot run headless, so without a display it uses a
// virtual one.

export async function startWebKit(path: string): Promise<Browser> {
  const port = await getPort({ host: '127.0.0.1' });
  const driver = [path, `--port=${port}`, '--host=127.0.0.1'];
  const screen = ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1440x1000x24'];
  const [command = path, ...args] = process.env.DISPLAY ? driver : [...screen, ...driver];
  // Without a graphics card, composited layers are slow.
  const env = { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const program = startProgram(command, args, env);
  const base = `http://127.0.0.1:${port}`;
  try {
    await waitFor('WebKitWebDriver to listen', () =>
      fetch(`${base}/status`).then(
        ({ ok }) => ok || undefined,
        () => undefined,
      ),
    );
    const { sessionId } = (await send(`${base}/session`, { capabilities: {} })) as {
      sessionId: string;
    };
    const session = `${base}/session/${sessionId}`;
    await send(`${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 950 });
    return {
      name: 'WebKit',
      open: async (url) => {
        await send(`${session}/url`, { url });
      },
      evaluate: (expression) =>
        send(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      perform: async (actions) => {
        await send(`${session}/actions`, { actions });
      },
      close: async () => {
        await fetch(session, { method: 'DELETE' });
        await program.stop();
      },
    };
  } catch (error) {
    await program.stop();
    throw new Error(`WebKit did not start.\n${program.output()}`, { cause: error });
  }
}

async function send(address: string, body: object): Promise<unknown> {
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) {
    const { message } = value as { message: string };
    throw new Error(`WebKit, ${new URL(address).pathname}: ${message}`);
  }
  return value;
}
