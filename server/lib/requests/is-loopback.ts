import { isIPv4 } from 'node:net';

/** Whether a host name or address means this machine itself. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  if (host === '::1' || host === '[::1]') return true;
  return isIPv4(host) && host.startsWith('127.');
}
