import { describe, expect, test } from 'vitest';

import { parseConfig } from './config.ts';

const production = { NODE_ENV: 'production', SITE_URL: 'https://play.example' };

describe('settings', () => {
  test('without any, the defaults make a demo site on loopback', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteName: 'Wynhold',
      demo: true,
      identity: { kind: 'embedded' },
    });
  });

  test('an empty value counts as not set', () => {
    expect(parseConfig({ PORT: '', SITE_NAME: '' })).toMatchObject({
      port: 3000,
      siteName: 'Wynhold',
    });
  });

  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://host/name'],
    ['SITE_URL', 'wynhold'],
    ['SMTP_URL', 'http://mail.example'],
    ['DEMO', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everyone'],
    ['IDENTITY', 'facebook'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`Setting ${name} `);
  });

  test('production has no demo, and staff need two factors', () => {
    expect(parseConfig(production)).toMatchObject({
      demo: false,
      staffTwoFactor: true,
      isHttps: true,
    });
  });

  test.each([
    ['DEMO', { DEMO: 'on' }],
    ['SITE_URL', { SITE_URL: '' }],
    ['SITE_URL', { SITE_URL: 'http://play.example' }],
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      { IDENTITY: 'firebase', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    ],
  ])('production refuses an unsafe %s', (name, settings) => {
    expect(() => parseConfig({ ...production, ...settings })).toThrow(`Setting ${name} `);
  });

  test('firebase without its project is refused by name', () => {
    expect(() => parseConfig({ IDENTITY: 'firebase' })).toThrow('Setting FIREBASE_PROJECT_ID ');
  });
});
