import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/**
 * Identifies where a process id is valid: this boot of this machine and this container. A pid from
 * another space says nothing about whether its process is alive.
 */
export async function describeProcessSpace(): Promise<string> {
  if (process.platform !== 'linux') return os.hostname();
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return bootId || namespace ? `${bootId.trim()} ${namespace}` : os.hostname();
}

/**
 * Returns when the process started, in the system's own format, or undefined if that is unknown.
 * Distinguishes a process from a later one that got the same pid.
 */
export async function findProcessStart(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return await readLinuxStart(pid);
    if (process.platform === 'win32') return await askPowershell(pid);
    return await askPs(pid);
  } catch {
    return undefined;
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function readLinuxStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses and may itself contain spaces and
  // parentheses. The start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

async function askPs(pid: number): Promise<string | undefined> {
  const { stdout } = await execFileAsync('ps', ['-o', 'lstart=', '-p', String(pid)]);
  return stdout.trim() || undefined;
}

async function askPowershell(pid: number): Promise<string | undefined> {
  const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  const { stdout } = await execFileAsync('powershell', ['-NoProfile', '-Command', script]);
  return stdout.trim() || undefined;
}
