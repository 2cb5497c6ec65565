import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { request } from '@playwright/test';
import type { APIRequestContext, FullConfig } from '@playwright/test';

import { demoEmails, demoPassword, signIn } from '../support/accounts.ts';
import { expect } from '../support/test.ts';

/** Signs everybody in once, since the settings list all sessions, and lets the game report once. */
export default async function prepare(config: FullConfig): Promise<void> {
  const { baseURL = '', userAgent = '' } = config.projects[0]?.use ?? {};
  for (const [who, email] of Object.entries(demoEmails)) {
    const caller = await request.newContext({ baseURL, userAgent });
    await signIn({ request: caller }, email, demoPassword, {});
    if (who === 'admin') await reportGame(caller);
    await caller.storageState({ path: sessionFile(who) });
    await caller.dispose();
  }
}

export function sessionFile(who: string): string {
  return join(tmpdir(), `wynhold-visual-${process.env.E2E_PORT}-${who}.json`);
}

const status = {
  bootId: 'visual',
  state: 'running',
  online: 27,
  max: 2000,
  version: '1.4.0',
  uptime: 3600,
  rejectedSaves: 0,
};

async function reportGame(admin: APIRequestContext): Promise<void> {
  const data = { scopes: ['heartbeat'], addresses: [] };
  const created = await admin.post('/api/admin/servers/1/tokens', { data });
  expect(created.status(), await created.text()).toBe(200);
  const { token } = (await created.json()) as { token: string };
  const heartbeat = await admin.post('/api/bridge/v1/heartbeat', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...status, players: [] },
  });
  expect(heartbeat.status(), await heartbeat.text()).toBe(200);
}
