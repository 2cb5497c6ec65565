import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';

import { codeOf } from './code-of.mjs';

const execFileAsync = promisify(execFile);

/**
 * Identifies where a process id is valid: this boot of this machine and this container. A pid from
 * another space says nothing about whether its process is alive.
 */
export async function describeProcessSpace() {
  if (process.platform !== 'linux') return os.hostname();
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return bootId || namespace ? `${bootId.trim()} ${namespace}` : os.hostname();
}

/**
 * Returns when the process started, in the system's own format, or undefined if that is unknown.
 * Distinguishes a process from a later one that got the same pid.
 * @param {number} pid
 * @returns {Promise<string | undefined>}
 */
export async function findProcessStart(pid) {
  try {
    if (process.platform === 'linux') return await readLinuxStart(pid);
    if (process.platform === 'win32') {
      const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
      return await readOutput('powershell', ['-NoProfile', '-Command', script]);
    }
    return await readOutput('ps', ['-o', 'lstart=', '-p', String(pid)]);
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
export function isProcessAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** @param {number} pid */
async function readLinuxStart(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may itself contain spaces and
  // parentheses. The start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function readOutput(program, args) {
  const { stdout } = await execFileAsync(program, args);
  return stdout.trim() || undefined;
}
