import { randomBytes } from 'node:crypto';

const processId = randomBytes(8).toString('hex');
let requests = 0;

/** Unique among all processes of a site, and quicker than a UUID for every request. */
export function newRequestId(): string {
  requests += 1;
  return `${processId}-${requests.toString(36)}`;
}
