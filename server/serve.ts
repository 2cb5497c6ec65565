import { setTimeout as sleep } from 'node:timers/promises';

import { buildApp } from './app.ts';
import { offerCopies } from './db/embedded-copy.ts';
import { startDemoGame } from './demo/demo-game.ts';
import { assertNoDemoContent } from './demo/leave-demo.service.ts';
import { loadDemo, startDemoPictures } from './demo/load-demo.ts';
import type { Deps } from './deps.ts';
import { listJobs } from './features.ts';
import { openDemoToken } from './features/game-servers/game-servers.demo.ts';
import { listNewestPosts } from './features/news/news.service.ts';
import { startJobs } from './lib/data/jobs.ts';
import { describeMailFailure } from './lib/mail/mail-failure.ts';
import { checkMailServer } from './lib/mail/mailer.ts';
import { findRenderer } from './lib/pages/page-renderer.ts';

const warmedPosts = 20;

type Folders = { clientFolder: string; rendererFile: string };
type Site = { origin: string; close(): Promise<void> };

/** Starts the site: loads demo content, listens, starts the jobs. */
export async function serve(deps: Deps, { clientFolder, rendererFile }: Folders): Promise<Site> {
  const { config, db } = deps;
  if (config.isProduction) await assertNoDemoContent(deps);
  if (config.demo) {
    await loadDemo(deps);
    // Without its token the shop would sell nothing, also while the simulator is off.
    await openDemoToken(deps).catch((error: unknown) =>
      deps.onProblem('The demo game has no token.', error),
    );
  }
  const renderer = findRenderer(rendererFile);
  const [app] = await Promise.all([
    buildApp({ ...deps, clientFolder, renderer }),
    // Waits for the disk or the bucket, so it runs meanwhile.
    deps.media.check?.(),
  ]);
  deps.mailQueue.start();
  // Before the jobs: it removes old copies, and a job may make a new one.
  const { copyTo } = deps.database;
  const stopCopies =
    copyTo &&
    (await offerCopies({ copyTo, dataDir: config.dataDir }, (what, error) =>
      deps.onProblem(what, error),
    ));
  const stopJobs = startJobs(db, listJobs(deps), app.log);
  // Hides Fastify's own "Server listening" lines: main.ts logs the address once everything is ready.
  const { level } = app.log;
  app.log.level = 'warn';
  await app.listen({ host: config.host, port: config.port });
  app.log.level = level;
  // Loaded after the start, so that the first visitors do not wait for them.
  const loading = setTimeout(() => {
    renderer?.load().catch((error: unknown) => deps.onProblem('Pages cannot be rendered.', error));
  }, 500);
  const warming = setTimeout(() => {
    // Sanitised texts are kept, so that the first reader of a post does not wait for the parser.
    listNewestPosts(deps, warmedPosts).catch((error: unknown) =>
      deps.onProblem('The newest posts could not be read.', error),
    );
  }, 3_000);
  if (config.isProduction) void reportMailServer(deps);
  const stopGame = config.demoSimulator ? startGame(deps, app.listeningOrigin) : undefined;
  const stopPictures = config.demo ? startDemoPictures(deps) : undefined;
  return {
    origin: app.listeningOrigin,
    async close() {
      app.isDraining = true;
      await sleep(config.shutdownGraceSeconds * 1000);
      clearTimeout(loading);
      clearTimeout(warming);
      const closing = stopGame?.().then(() => app.close()) ?? app.close();
      // The demo game keeps idle connections open for some seconds.
      if (stopGame) setTimeout(() => app.server.closeAllConnections(), 500).unref();
      await closing;
      const jobsStopped = stopJobs();
      await stopCopies?.();
      // One of the jobs may be waiting for it.
      await deps.mailQueue.close();
      await jobsStopped;
      await stopPictures?.();
    },
  };
}

/** Logs one line if no email can be sent. The site starts anyway; emails wait in the queue. */
async function reportMailServer(deps: Deps): Promise<void> {
  const { config } = deps;
  if (!config.smtpUrl) return;
  try {
    await checkMailServer(config.smtpUrl);
  } catch (error) {
    deps.onProblem(
      `Emails cannot be sent and wait in the queue. ${describeMailFailure(error, config)}`,
    );
  }
}

/** Started later and separately: the site must not wait for the demo game, nor fail with it. */
function startGame(deps: Deps, origin: string): () => Promise<void> {
  let game: ReturnType<typeof startDemoGame> | undefined;
  const starting = setTimeout(() => {
    game = startDemoGame(deps, origin).catch((error: unknown) => {
      deps.onProblem('The demo game did not start.', error);
      return undefined;
    });
  }, 2_000);
  return async () => {
    clearTimeout(starting);
    await (
      await game
    )?.();
  };
}
