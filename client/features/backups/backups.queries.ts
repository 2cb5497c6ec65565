import { call } from '#client/lib/api.ts';
import { read } from '#client/lib/read.ts';
import { buildUrl } from '#shared/build-url.ts';

export const backupsQuery = read('admin', 'GET /api/admin/backups', {});

/** The first call asks for the password if needed. The browser then saves the file itself: it may not fit in memory. */
export async function downloadBackup(name: string): Promise<void> {
  const params = { name };
  await call('GET /api/admin/backups/{name}', { params });
  const href = buildUrl('/api/admin/backups/{name}/file', { params });
  Object.assign(document.createElement('a'), { href, download: name }).click();
}
