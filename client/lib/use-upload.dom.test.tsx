import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import type { Picture } from '#shared/endpoints/media.ts';

import { provideFreshSignIn } from './fresh-sign-in.ts';
import { upload } from './upload.ts';
import { useUpload } from './use-upload.ts';

/** A request that the test answers by hand: jsdom's would use the network. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  status = 0;
  response: unknown;
  sent: unknown;
  opened = '';
  header = '';
  isAborted = false;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, path: string): void {
    this.opened = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.header = `${name}: ${value}`;
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

const picture: Picture = { url: '/media/a', width: 8, height: 4, src: '/media/a-8', srcset: '' };
const onDone = vi.fn<(picture: Picture) => void>();

function Uploader({ file }: { file: File }) {
  const upload = useUpload(onDone);
  return (
    <>
      <button onClick={() => upload.start(file)}>Start</button>
      <button onClick={upload.reset}>Reset</button>
      <UploadProgress upload={upload} />
      <p>{upload.picture ? `Has ${upload.picture.url}` : 'No picture'}</p>
    </>
  );
}

async function start(file = new File(['bytes'], 'a.png', { type: 'image/png' })) {
  onDone.mockReset();
  const view = render(<Uploader file={file} />);
  await view.user.click(screen.getByText('Start'));
  return { ...view, file };
}

test('an upload sends the file, shows how far it is, and ends with the picture', async () => {
  const { file } = await start();
  await screen.findByText('Uploading...');
  const request = FakeRequest.last;
  expect(request.opened).toBe('POST /api/admin/media');
  expect(request.header).toBe('content-type: image/png');
  expect(request.sent).toBe(file);
  request.progress(1, 4);
  await screen.findByText('25%');
  request.progress(4, 4);
  await screen.findByText('Preparing the image...');
  request.answer(200, picture);
  await screen.findByText('Has /media/a');
  expect(onDone).toHaveBeenCalledExactlyOnceWith(picture);
});

test('an error of the server is shown', async () => {
  await start();
  FakeRequest.last.answer(413, { code: 'request/too-large', error: 'Too many pixels.' });
  await screen.findByText('Too many pixels.');
  expect(onDone).not.toHaveBeenCalled();
});

test('a lost connection is shown', async () => {
  await start();
  FakeRequest.last.dispatchEvent(new Event('error'));
  await screen.findByText('The server cannot be reached. Check your connection and try again.');
});

test('an upload can be stopped, without a message', async () => {
  const { user } = await start();
  await screen.findByText('Uploading...');
  await user.click(screen.getByText('Reset'));
  await vi.waitFor(() => expect(screen.queryByText('Uploading...')).toBeNull());
  expect(FakeRequest.last.isAborted).toBe(true);
  screen.getByText('No picture');
  expect(screen.queryByText('Upload aborted')).toBeNull();
  expect(onDone).not.toHaveBeenCalled();
});

test.each([
  ['another type', new File(['x'], 'a.svg', { type: 'image/svg+xml' }), /^This file type is not/],
  [
    'too large a file',
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    'The picture is larger than 10 MB.',
  ],
])('%s is refused without sending it', async (_, file, text) => {
  const before = FakeRequest.last;
  await start(file);
  await screen.findByText(text);
  expect(FakeRequest.last).toBe(before);
});

test('a second upload begins with an empty bar', async () => {
  const { user } = await start();
  FakeRequest.last.progress(4, 4);
  await screen.findByText('Preparing the image...');
  FakeRequest.last.answer(413, { code: 'request/too-large', error: 'Too many pixels.' });
  await screen.findByText('Too many pixels.');
  await user.click(screen.getByText('Start'));
  await screen.findByText('0%');
  screen.getByText('Uploading...');
});

test('an upload after the session has ended asks for the password and is sent again', async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const unregister = provideFreshSignIn(ask);
  const { file } = await start();
  const first = FakeRequest.last;
  first.answer(401, { code: 'access/login-required', error: 'Please log in first.' });
  await vi.waitFor(() => expect(FakeRequest.last).not.toBe(first));
  expect(ask).toHaveBeenCalledExactlyOnceWith(true);
  expect(FakeRequest.last.sent).toBe(file);
  FakeRequest.last.answer(200, picture);
  await screen.findByText('Has /media/a');
  unregister();
});

test('a file of an unknown type is sent as bytes, with what belongs to it in the address', async () => {
  const file = new File(['bytes'], 'launcher.jar');
  const shares: number[] = [];
  const done = upload('POST /api/admin/launcher/file', file, {
    query: { version: 'v1.2 b' },
    onProgress: (share) => shares.push(share),
  });
  const request = FakeRequest.last;
  expect(request.opened).toBe('POST /api/admin/launcher/file?version=v1.2+b');
  expect(request.header).toBe('content-type: application/octet-stream');
  // Browsers may not know how large it is.
  request.progress(5, 0);
  request.progress(1, 8);
  request.answer(200, { kind: 'jar' });
  expect(await done).toEqual({ kind: 'jar' });
  expect(shares).toEqual([0.125]);
});
