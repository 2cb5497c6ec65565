import { expect, test, vi } from 'vitest';

import { download } from './download.ts';

const click = () => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});

test.each([
  ['attachment; filename="marrow-data.zip"', 'marrow-data.zip'],
  ['attachment', 'download'],
])('a file that is sent as %s is saved as %s', async (disposition, name) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const clicked = click();
  const headers = { 'content-disposition': disposition };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('zip', { headers }));
  await download('POST /api/account/export', {});
  expect(clicked.mock.contexts).toMatchObject([{ download: name, href: 'blob:test' }]);
});

test('a refused file is not saved, and the text of the server is the error', async () => {
  const clicked = click();
  const body = { error: 'One download per hour.', code: 'request/rate-limited', requestId: '1' };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status: 429 }));
  await expect(download('POST /api/account/export', {})).rejects.toMatchObject({
    message: 'One download per hour.',
    status: 429,
  });
  expect(clicked).not.toHaveBeenCalled();
});
