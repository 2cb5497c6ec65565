import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { findSettingsFile, parseConfig } from './config.ts';
import { createTemporaryFolder } from './testing/temporary-folder.ts';

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://play.example',
  PAYMENTS: 'off',
  TRUST_PROXY: '1',
};

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

  test('links lead to the address that the server listens on', () => {
    const { siteUrl, mailFrom } = parseConfig({ PORT: '4310' });
    expect({ siteUrl, mailFrom }).toEqual({
      siteUrl: 'http://127.0.0.1:4310',
      mailFrom: 'no-reply@localhost',
    });
    expect(parseConfig({ HOST: '::1' }).siteUrl).toBe('http://[::1]:3000');
    expect(parseConfig({ HOST: 'localhost' }).siteUrl).toBe('http://localhost:3000');
  });

  test('the grace time is 5 seconds in production and none elsewhere, unless it is set', () => {
    expect(parseConfig({}).shutdownGraceSeconds).toBe(0);
    expect(parseConfig(production).shutdownGraceSeconds).toBe(5);
    const set = { ...production, SHUTDOWN_GRACE_SECONDS: '0.5' };
    expect(parseConfig(set).shutdownGraceSeconds).toBe(0.5);
  });

  test('backups go to the data folder, another folder or the bucket', () => {
    const placeOf = (set: Record<string, string>) => parseConfig(set).backups.place;
    expect(placeOf({ DATA_DIR: '/d' })).toEqual({ kind: 'folder', folder: '/d/backups' });
    expect(placeOf({ BACKUP_TO: '/mnt/b' })).toEqual({ kind: 'folder', folder: '/mnt/b' });
    expect(() => placeOf({ BACKUP_TO: 'bucket' })).toThrow(
      'Setting S3_ENDPOINT is missing: it is required with BACKUP_TO=bucket.',
    );
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
    ['SHUTDOWN_GRACE_SECONDS', '-1'],
    ['SHUTDOWN_GRACE_SECONDS', '301'],
    ['BACKUP_EVERY_HOURS', '-1'],
    ['BACKUP_EVERY_HOURS', '0.5'],
    ['BACKUP_KEEP_DAYS', '0'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => parseConfig({ [name]: value })).toThrow(`Setting ${name} `);
  });

  test.each([
    ['SITE_URL', { SITE_URL: 'https://play.example' }],
    ['SITE_URL', { SITE_URL: 'http://192.168.0.7:3000', DEMO: 'off' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::', SITE_URL: 'http://localhost:3000', DEMO: 'off' }],
  ])('a public %s without NODE_ENV=production is refused by name', (name, settings) => {
    expect(() => parseConfig(settings)).toThrow(
      `Setting ${name} makes this site public, but NODE_ENV is not production.`,
    );
  });

  test('a public demo needs DEMO=on, does not show its emails, and needs a mail server to send any', () => {
    const open = { SITE_URL: 'https://demo.example', HOST: '0.0.0.0', DEMO: 'on' };
    expect(parseConfig(open)).toMatchObject({ demo: true, devPages: false, canSendMail: false });
    const smtp = { ...open, SMTP_URL: 'smtp://mail.example' };
    expect(parseConfig(smtp)).toMatchObject({ devPages: false, canSendMail: true });
  });

  test.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    '%s is this machine: a demo with its mailbox',
    (address) => {
      expect(parseConfig({ SITE_URL: address })).toMatchObject({ demo: true, devPages: true });
    },
  );

  test('a Firebase emulator is for this machine only, also in a public demo', () => {
    const settings = {
      SITE_URL: 'https://demo.example',
      DEMO: 'on',
      IDENTITY: 'firebase',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    };
    expect(() => parseConfig(settings)).toThrow('Setting FIREBASE_AUTH_EMULATOR_HOST ');
  });

  test.each(['postgres://a:p@ss@db:5432/site', 'postgres://a:p#ss@db:5432/site'])(
    '%s: a password that is not percent-encoded is explained',
    (address) => {
      expect(() => parseConfig({ DATABASE_URL: address })).toThrow('write %40 for @, %23 for #');
    },
  );

  test.each([
    ['a demo', {}, 'contact@wynhold.test', false],
    ['a site without the setting', production, 'contact@play.example', false],
    [
      'a site that copied an old example',
      { ...production, CONTACT_EMAIL: 'contact@wynhold.test' },
      'contact@play.example',
      false,
    ],
    [
      'a site with its own',
      { ...production, CONTACT_EMAIL: 'me@example.com' },
      'me@example.com',
      true,
    ],
  ])('the contact address of %s', (_, settings, contactEmail, isOwnContact) => {
    expect(parseConfig(settings)).toMatchObject({ contactEmail, isOwnContact });
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
    ['TRUST_PROXY', { TRUST_PROXY: '' }],
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      { IDENTITY: 'firebase', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
    ],
  ])('production refuses an unsafe %s', (name, settings) => {
    expect(() => parseConfig({ ...production, ...settings })).toThrow(`Setting ${name} `);
  });

  test('production needs an explicit TRUST_PROXY over https, but not over http', () => {
    expect(parseConfig({ ...production, TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(parseConfig({ ...production, TRUST_PROXY: '10.0.0.1' }).trustProxy).toEqual([
      '10.0.0.1',
    ]);
    const { trustProxy } = parseConfig({ ...production, TRUST_PROXY: '2' });
    const isTrusted = trustProxy as (address: string, hop: number) => boolean;
    expect([0, 1, 2].map((hop) => isTrusted('10.0.0.1', hop))).toEqual([true, true, false]);
    const local = { ...production, SITE_URL: 'http://localhost:3000', TRUST_PROXY: '' };
    expect(parseConfig(local).trustProxy).toBe(false);
  });

  test('production without Stripe needs PAYMENTS', () => {
    const silent = { ...production, PAYMENTS: '' };
    expect(() => parseConfig(silent)).toThrow('Setting STRIPE_SECRET_KEY is missing');
    expect(parseConfig({ ...silent, PAYMENTS: 'sandbox' }).payments).toEqual({ kind: 'sandbox' });
    expect(parseConfig({ ...silent, PAYMENTS: 'off' }).payments).toEqual({ kind: 'off' });
  });

  test('a Stripe key is enough to use Stripe, with one webhook secret or two', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old' };
    expect(parseConfig({ ...production, PAYMENTS: '', ...keys }).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_live_1',
      webhookSecrets: ['whsec_new', 'whsec_old'],
    });
  });

  test('PAYMENTS=off keeps the keys for earlier payments', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(parseConfig({ ...production, PAYMENTS: 'off', ...keys }).payments).toEqual({
      kind: 'off',
      stripe: { secretKey: 'sk_live_1', webhookSecrets: ['whsec_1'] },
    });
    const half = { PAYMENTS: 'off', STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(() => parseConfig({ ...production, ...half })).toThrow(
      'Setting STRIPE_WEBHOOK_SECRET is missing',
    );
  });

  test('production accepts a Stripe test key only with PAYMENTS=test', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(() => parseConfig({ ...production, PAYMENTS: '', ...keys })).toThrow(
      'Setting STRIPE_SECRET_KEY is a test key',
    );
    expect(parseConfig({ ...production, ...keys, PAYMENTS: 'test' }).payments).toMatchObject({
      kind: 'stripe',
    });
    const live = { ...keys, STRIPE_SECRET_KEY: 'sk_live_1', PAYMENTS: 'test' };
    expect(() => parseConfig({ ...production, ...live })).toThrow('Setting PAYMENTS is test');
  });

  test('Stripe without both of its keys names both', () => {
    expect(() => parseConfig({ PAYMENTS: 'stripe' })).toThrow(
      'Setting STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET is missing',
    );
  });

  test.each([
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' }],
    ['STRIPE_SECRET_KEY', { PAYMENTS: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
    [
      'PAYMENTS',
      {
        PAYMENTS: 'sandbox',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
    ],
  ])('incomplete payment settings are refused by name: %s', (name, settings) => {
    expect(() => parseConfig(settings)).toThrow(`Setting ${name} `);
  });

  test('firebase without its project is refused by name', () => {
    expect(() => parseConfig({ IDENTITY: 'firebase' })).toThrow('Setting FIREBASE_PROJECT_ID ');
  });
});

describe('the settings file', () => {
  test('is the one that ENV_FILE names, or none', () => {
    expect(findSettingsFile('/etc/other.env')).toBe(resolve('/etc/other.env'));
    expect(findSettingsFile('none')).toBeUndefined();
  });

  test('is .env in the folder of the program when ENV_FILE is not set', async () => {
    const folder = await createTemporaryFolder();
    await writeFile(join(folder, '.env'), '');
    expect(findSettingsFile(undefined, folder)).toBe(join(folder, '.env'));
  });
});
