import { expect, test, vi } from 'vitest';

import { download } from './download.ts';
import { provideFreshSignIn } from './fresh-sign-in.ts';

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

test('a download without a connection says so, and so does one that a proxy refuses', async () => {
  const clicked = click();
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed'));
  await expect(download('POST /api/account/export', {})).rejects.toThrow(
    'The server cannot be reached. Check your connection and try again.',
  );
  fetch.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(download('POST /api/account/export', {})).rejects.toThrow(
    'The site does not answer at the moment. Please try again in a minute.',
  );
  expect(clicked).not.toHaveBeenCalled();
});

test('a download that needs the password is fetched again after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const clicked = click();
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const body = { error: 'x', code: 'accounts/reauthentication-required', requestId: '1' };
  const fetch = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(Response.json(body, { status: 403 }))
    .mockResolvedValueOnce(new Response('zip'));
  const unregister = provideFreshSignIn(() => Promise.resolve(true));
  const params = { username: 'iron ada' };
  await download('POST /api/admin/users/{username}/export', { params });
  unregister();
  const sent = [
    '/api/admin/users/iron%20ada/export',
    { method: 'POST', credentials: 'same-origin' },
  ];
  expect(fetch.mock.calls).toEqual([sent, sent]);
  expect(clicked).toHaveBeenCalledOnce();
  // Not before the browser has read it.
  vi.advanceTimersByTime(59_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:test');
});
