import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { root } from './project.mjs';

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {{ code: number, output: string }} Finished
 * @typedef {{ env?: NodeJS.ProcessEnv, limitSeconds?: number, isShown?: boolean, shell?: boolean }} Options
 */

const isWindows = process.platform === 'win32';
/** @type {Set<ChildProcess>} */
const running = new Set();
/** @type {number | undefined} */
let stopCode;

/**
 * Runs a program to its end and collects its output, or shows it with `isShown`. The program gets its own
 * process group, so that stopping it also stops the browsers and databases it started.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, options = {}) {
  const { env = process.env, limitSeconds = 900, isShown = false, shell = false } = options;
  const out = isShown ? 'inherit' : 'pipe';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      detached: !isWindows,
      windowsHide: true,
      stdio: ['ignore', out, out],
    });
    if (running.size === 0) process.on('SIGINT', stopAll).on('SIGTERM', stopAll);
    running.add(child);
    let output = '';
    const keep = (/** @type {string} */ text) => {
      output += text;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const limit = setTimeout(() => {
      const line = `Stopped: not finished after ${limitSeconds} seconds.`;
      if (isShown) console.error(line);
      else keep(`\n${line}\n`);
      stop(child);
    }, limitSeconds * 1000);
    const finish = (/** @type {number | null} */ code) => {
      if (!running.delete(child)) return;
      clearTimeout(limit);
      exitWhenStopped();
      resolve({ code: code ?? 1, output });
    };
    child.on('error', (error) => {
      keep(`${error.message}\n`);
      finish(1);
    });
    child.on('close', finish);
    // Do not wait for a grandchild that keeps the pipe open.
    child.on('exit', (code) => setTimeout(finish, 2000, code).unref());
  });
}

/**
 * Uses the npm that started this process, else the one installed with this Node. On Windows the `npm`
 * command is a shell file, which cannot take arguments with spaces.
 * @param {string[]} args
 * @param {Options} [options]
 */
export function runNpm(args, options) {
  const nodeDir = dirname(process.execPath);
  const script = [
    process.env.npm_execpath ?? '',
    join(nodeDir, 'node_modules/npm/bin/npm-cli.js'),
    join(nodeDir, '../lib/node_modules/npm/bin/npm-cli.js'),
  ].find((path) => basename(path) === 'npm-cli.js' && existsSync(path));
  if (script) return run(process.execPath, [script, ...args], options);
  return run('npm', args, { ...options, shell: isWindows });
}

/**
 * Ctrl+C reaches only this process, since the programs have their own groups: pass it on, then exit.
 * @param {NodeJS.Signals} signal
 */
function stopAll(signal) {
  stopCode = signal === 'SIGINT' ? 130 : 143;
  for (const child of running) stop(child);
}

function exitWhenStopped() {
  if (running.size > 0) return;
  if (stopCode !== undefined) process.exit(stopCode);
  process.off('SIGINT', stopAll).off('SIGTERM', stopAll);
}

/** @param {ChildProcess} child */
function stop({ pid }) {
  if (pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    return;
  }
  const signalGroup = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // Already gone.
    }
  };
  // Not SIGTERM: Playwright stops its web server, which has its own group, only on SIGINT.
  signalGroup('SIGINT');
  setTimeout(signalGroup, 30_000, 'SIGKILL').unref();
}
