import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Fills the folder with the demo's content and pictures. Sites that start from a copy of it need not
 * create a database or render pictures.
 * @param {string} program
 * @param {string} folder
 */
export async function prepareSite(program, folder) {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, DEMO_SIMULATOR: 'off' };
  const child = spawn(process.execPath, [...process.execArgv, program], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  process.once('exit', () => child.kill());
  // Exit on signals through process.exit, so that the exit handlers run.
  const exit = () => process.exit(1);
  process.on('SIGINT', exit);
  process.on('SIGTERM', exit);
  try {
    while (!hasAllPictures(program, folder)) {
      if (child.exitCode !== null) throw new Error('The site to copy from did not start.');
      await sleep(100);
    }
  } finally {
    child.kill();
    await exited;
    process.off('SIGINT', exit);
    process.off('SIGTERM', exit);
  }
}

/**
 * Each JSON file describes one picture, whose files are named by its hash and a width. On exit the site
 * finishes the picture it is storing, so one file per picture is enough.
 * @param {string} program
 * @param {string} folder
 */
function hasAllPictures(program, folder) {
  const files = readFolder(join(folder, 'media'));
  const pictures = readFolder(join(dirname(program), 'art')).filter((name) =>
    name.endsWith('.json'),
  );
  return new Set(files.map((file) => file.split('-')[0])).size >= pictures.length;
}

/** @param {string} folder */
function readFolder(folder) {
  return existsSync(folder) ? readdirSync(folder, { encoding: 'utf8', recursive: true }) : [];
}
