import { expect, test } from 'vitest';

import { parseConfig } from '#server/config.ts';

import type { Terminal } from '../terminal.ts';
import { explainWaiting, printSkipped } from './run-import.ts';

test('a thousand skipped lines are printed, and how many more there are', () => {
  const print = (count: number) => {
    const errors: string[] = [];
    const terminal = { printError: (line: string) => void errors.push(line) } as Terminal;
    const skipped = Array.from({ length: count }, (_, at) => ({ at: `line ${at}`, reason: 'Bad' }));
    printSkipped(terminal, skipped);
    return errors;
  };
  expect(print(2)).toEqual(['line 0: Bad', 'line 1: Bad']);
  expect(print(1000).at(-1)).toBe('line 999: Bad');
  const many = print(2500);
  expect(many).toHaveLength(1001);
  expect(many.slice(-2)).toEqual(['line 999: Bad', '… and 1,500 more']);
});

test('players without a password are told how they get one', () => {
  const explain = (settings: Record<string, string>) => {
    const defaults = { NODE_ENV: 'test', DEMO: 'on', SITE_URL: 'http://localhost:3000' };
    return explainWaiting({ config: parseConfig({ ...defaults, ...settings }) }, 1234);
  };
  const start = 'Accounts without a password: 1,234.';
  expect(explain({ SMTP_URL: 'smtp://mail.example' })).toBe(
    `${start} Their players get a link by email at http://localhost:3000/reset.`,
  );
  const config = { siteUrl: 'https://play.example', canSendMail: false };
  expect(explainWaiting({ config: config as never }, 3)).toBe(
    'Accounts without a password: 3. Set SMTP_URL so that their players can request a link, or print one with `reset-password NAME`.',
  );
});
