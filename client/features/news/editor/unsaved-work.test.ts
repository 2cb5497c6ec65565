import { beforeEach, expect, test, vi } from 'vitest';

import { blankFields } from './post-fields.ts';
import { clearWork, readWork, writeWork } from './unsaved-work.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

test('unsaved work is stored per post', () => {
  writeWork('work', '7', { fields: { ...blankFields, title: 'Seven' }, version: 3 });
  writeWork('work', undefined, { fields: { ...blankFields, title: 'New' }, version: null });
  expect(readWork('work', '7')).toMatchObject({ fields: { title: 'Seven' }, version: 3 });
  expect(readWork('work', undefined)?.fields.title).toBe('New');
  expect(readWork('aside', '7')).toBeUndefined();
  clearWork('work', '7');
  expect(readWork('work', '7')).toBeUndefined();
});

test.each(['', 'not json', '{"fields":{}}', 'null'])('unreadable data (%s) is ignored', (text) => {
  stored.set('news-work:7', text);
  expect(readWork('work', '7')).toBeUndefined();
});

test('full browser storage does not throw', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(() => writeWork('work', '7', { fields: blankFields, version: 1 })).not.toThrow();
});
