import { parentPort } from 'node:worker_threads';

import { purifyHtml } from './purify-html.ts';
import type { PurifyAnswer, PurifyRequest } from './purify-in-worker.ts';

parentPort?.on('message', async ({ id, html, policy }: PurifyRequest) => {
  const answer: PurifyAnswer = await purifyHtml(html, policy).then(
    (clean) => ({ id, clean }),
    (error: unknown) => ({ id, error }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's port has none
  parentPort?.postMessage(answer);
});
