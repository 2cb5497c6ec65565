import { describe, expect, test } from 'vitest';

import { parseConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://play.example',
  PAYMENTS: 'off',
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

  test('production without Stripe wants to be told what to do about payments', () => {
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
  ])('half a payment provider is refused by %s', (name, settings) => {
    expect(() => parseConfig(settings)).toThrow(`Setting ${name} `);
  });

  test('firebase without its project is refused by name', () => {
    expect(() => parseConfig({ IDENTITY: 'firebase' })).toThrow('Setting FIREBASE_PROJECT_ID ');
  });
});
