import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { FastifyReply } from 'fastify';
import { expect, test, vi } from 'vitest';

import { answerWithFile } from './download.ts';

async function* partsOf(...parts: (string | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield part;
  }
}

function answer(content: Parameters<typeof answerWithFile>[2]) {
  const header = vi.fn();
  const reply = { header } as unknown as FastifyReply;
  const body = answerWithFile(reply, 'list.csv', content) as Promise<unknown>;
  return { header, body };
}

test('a file that is made in parts is sent whole, however many parts it has', async () => {
  for (const parts of [[], ['head'], ['head', ' one'], ['head', ' one', ' two', ' three']]) {
    const { body, header } = answer(partsOf(...parts));
    expect(await text((await body) as Readable)).toBe(parts.join(''));
    expect(header).toHaveBeenCalledExactlyOnceWith(
      'content-disposition',
      'attachment; filename="list.csv"',
    );
  }
});

test('a failure before the first rows is an error of the request, a later one ends the file', async () => {
  for (const parts of [[new Error('no table')], ['head', new Error('no table')]]) {
    const { body, header } = answer(partsOf(...parts));
    await expect(body).rejects.toThrow('no table');
    expect(header).not.toHaveBeenCalled();
  }
  const late = (await answer(partsOf('head', ' one', new Error('cut'))).body) as Readable;
  await expect(text(late)).rejects.toThrow('cut');
});

test('a text, bytes and a stream are sent as they are', async () => {
  const whole = ['text', Buffer.from('bytes'), Readable.from(['stream'])];
  for (const content of whole) expect(await answer(content).body).toBe(content);
});
