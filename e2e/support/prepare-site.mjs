import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Fills the folder with the demo's content and pictures. Sites that start from a copy need neither
 * create a database nor draw.
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
  // So that what is registered for the exit of this process happens.
  const leave = () => process.exit(1);
  process.on('SIGINT', leave);
  process.on('SIGTERM', leave);
  try {
    while (!hasAllPictures(program, folder)) {
      if (child.exitCode !== null) throw new Error('The site to copy from did not open.');
      await sleep(100);
    }
  } finally {
    child.kill();
    await exited;
    process.off('SIGINT', leave);
    process.off('SIGTERM', leave);
  }
}

/**
 * Each drawing becomes one picture, whose files are named by its hash and a width. The site ends by
 * finishing the picture that it is drawing.
 * @param {string} program
 * @param {string} folder
 */
function hasAllPictures(program, folder) {
  const files = readFolder(join(folder, 'media'));
  const drawings = readFolder(join(dirname(program), 'demo/art')).filter((name) =>
    name.endsWith('.svg'),
  );
  return new Set(files.map((file) => file.split('-')[0])).size >= drawings.length;
}

/** @param {string} folder */
function readFolder(folder) {
  return existsSync(folder) ? readdirSync(folder, { encoding: 'utf8', recursive: true }) : [];
}
