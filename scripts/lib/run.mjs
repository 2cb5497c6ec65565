import { spawn, spawnSync } from 'node:child_process';

import { root } from './project.mjs';

/** @typedef {{ code: number, output: string }} Finished */

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @type {number | undefined} */
let stopCode;

const isWindows = process.platform === 'win32';

/**
 * Runs a program to its end and keeps what it prints. It gets a process group of its own, so that
 * stopping it also stops what it started (browsers, databases).
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, limitSeconds?: number, shell?: boolean }} [options]
 * @returns {Promise<Finished>}
 */
export function run(command, args, { env = process.env, limitSeconds = 900, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      detached: !isWindows,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    enter(child);
    let output = '';
    const keep = (/** @type {string} */ text) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const limit = setTimeout(() => {
      keep(`\nStopped: not finished after ${limitSeconds} seconds.\n`);
      stop(child);
    }, limitSeconds * 1000);
    const finish = (/** @type {number | null} */ code) => {
      if (!running.has(child)) return;
      clearTimeout(limit);
      leave(child);
      resolve({ code: code ?? 1, output });
    };
    child.on('error', (error) => {
      keep(`${error.message}\n`);
      finish(1);
    });
    child.on('close', finish);
    // A grandchild that keeps the pipe open must not keep us waiting.
    child.on('exit', (code) => setTimeout(finish, 2000, code).unref());
  });
}

/**
 * @param {string} script
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, limitSeconds?: number }} [options]
 */
export function runNode(script, args, options) {
  return run(process.execPath, [script, ...args], options);
}

/**
 * Ctrl+C reaches only us, since the programs have groups of their own: pass it on, then leave.
 * @param {NodeJS.Signals} signal
 */
function stopAll(signal) {
  stopCode = signal === 'SIGINT' ? 130 : 143;
  for (const child of running) stop(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function enter(child) {
  if (running.size === 0) process.on('SIGINT', stopAll).on('SIGTERM', stopAll);
  running.add(child);
}

/** @param {import('node:child_process').ChildProcess} child */
function leave(child) {
  running.delete(child);
  if (running.size > 0) return;
  if (stopCode !== undefined) process.exit(stopCode);
  process.off('SIGINT', stopAll).off('SIGTERM', stopAll);
}

/** @param {import('node:child_process').ChildProcess} child */
function stop(child) {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    return;
  }
  signalGroup(child.pid, 'SIGTERM');
  setTimeout(signalGroup, 5000, child.pid, 'SIGKILL').unref();
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // Already gone.
  }
}
