import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import * as z from 'zod';

import { retentionDays } from './lib/data/retention.ts';
import { isLoopback } from './lib/requests/is-loopback.ts';
import { findKeptSecretsKey } from './lib/secrets/secrets-key.ts';
import { StartupError } from './lib/startup-error.ts';

/** All settings, parsed once at startup and passed down; nothing else reads the environment. */
export type Config = ReturnType<typeof parseConfig>;

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'use "on" or "off"')
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address like https://example.com' })
  .transform((value) => value.replace(/\/+$/, ''));

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number');

const demoContact = 'contact@wynhold.test';

const databaseAddress =
  'must be an address like postgres://user:password@host:5432/name; in the password write %40 for @, %23 for #, %2F for / and %25 for %';

const Settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber.min(0).max(65535, 'must be at most 65535').default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: databaseAddress,
    })
    .refine((url) => /^[^@#]*@?[^@#]*$/.test(url), databaseAddress)
    .optional(),
  SITE_NAME: z.string().min(1).max(40, 'must be at most 40 characters').default('Wynhold'),
  SITE_URL: webAddress.optional(),
  COMMUNITY_URL: webAddress.default('https://discord.com'),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })
    .optional(),
  MAIL_FROM: z.string().optional(),
  DEMO: flag.optional(),
  DEMO_SIMULATOR: flag.default(true),
  IDENTITY: z.enum(['embedded', 'firebase'], 'use "embedded" or "firebase"').default('embedded'),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_SERVICE_ACCOUNT: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  /** For tests, which have a server that behaves like Discord. */
  DISCORD_API_URL: webAddress.default('https://discord.com/api/v10'),
  HIDE_KNOWN_EMAILS: flag.default(false),
  STAFF_TWO_FACTOR: flag.optional(),
  PAYMENTS: z
    .enum(['stripe', 'test', 'sandbox', 'off'], 'use "stripe", "test", "sandbox" or "off"')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a Stripe secret key, such as sk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      'must be the webhook’s signing secret, such as whsec_…, or two of them separated by a comma',
    )
    .optional(),
  SECRETS_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === 32, 'must be 32 random bytes: openssl rand -base64 32')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().optional(),
  MAX_CONNECTIONS: wholeNumber.min(10, 'must be at least 10').default(10_000),
  MAX_LIVE_STREAMS: wholeNumber.min(0, 'must not be negative').default(5_000),
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number('must be a number')
    .min(0, 'must not be negative')
    .max(300, 'must be at most 300')
    .optional(),
  SKILLS: z.string().optional(),
  HISCORES_REFRESH_SECONDS: z.coerce.number('must be a number').min(0).max(300).default(5),
  IMAGE_HOSTS: z
    .string()
    .default('')
    .transform(splitList)
    .refine(areHosts, 'must be host names such as i.example.com, separated by commas'),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('auto'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  BACKUP_EVERY_HOURS: wholeNumber
    .min(0, 'must not be negative')
    .max(744, 'must be at most 744')
    .default(0),
  BACKUP_TO: z.string().optional(),
  BACKUP_KEEP_DAYS: wholeNumber
    .min(1, 'must be at least 1')
    .max(3650, 'must be at most 3650')
    .default(retentionDays.backup),
});

/** The file of an installed site (docs/going-live.md). The command line reads it too, to use the same database. */
const installedSettings = '/etc/wynhold.env';

export function loadConfig(): Config {
  const file = findSettingsFile(process.env.ENV_FILE);
  if (file) readSettingsFile(file);
  const config = parseConfig(process.env, file);
  return { ...config, secretsKey: config.secretsKey ?? findKeptSecretsKey(config.dataDir) };
}

/** ENV_FILE, or .env in this folder, or the file of an installed site. ENV_FILE=none reads no file. */
export function findSettingsFile(given: string | undefined, folder = '.'): string | undefined {
  if (given === 'none') return undefined;
  if (given) return resolve(given);
  return [resolve(folder, '.env'), installedSettings].find((file) => existsSync(file));
}

function readSettingsFile(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new StartupError(
      `The settings in ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Check ENV_FILE, and that this user may read the file.`,
      { cause: error },
    );
  }
}

export function parseConfig(
  environment: Record<string, string | undefined>,
  settingsFile?: string,
) {
  // An empty value in .env means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    const name = String(problem?.path[0]);
    throw new StartupError(`Setting ${name} is not valid: ${problem?.message}.`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  const demo = settings.DEMO ?? !isProduction;
  const siteUrl = settings.SITE_URL ?? defaultSiteUrl(settings);
  const isLocal = isLoopback(new URL(siteUrl).hostname) && isLoopback(settings.HOST);
  if (isProduction) assertSafeForProduction(settings, { demo });
  else if (!isLocal && settings.DEMO !== true) throw publicOutsideProduction(siteUrl);
  return {
    settingsFile,
    isProduction,
    isTest: settings.NODE_ENV === 'test',
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    siteName: settings.SITE_NAME,
    siteUrl,
    /** Decides whether cookies are `Secure` and `__Host-`. */
    isHttps: siteUrl.startsWith('https:'),
    communityUrl: settings.COMMUNITY_URL,
    ...readContact(settings, { demo, siteUrl }),
    smtpUrl: settings.SMTP_URL,
    /** Without a name, emails come from the name of the site. */
    mailFrom: settings.MAIL_FROM ?? `no-reply@${mailHostOf(siteUrl)}`,
    /** Whether emails are read: a mail server sends them, or the demo's mailbox shows them. */
    canSendMail: settings.SMTP_URL !== undefined || (demo && isLocal),
    demo,
    /** The demo's mailbox and design pages. Only on this machine, because the emails contain reset links. */
    devPages: demo && isLocal,
    demoSimulator: demo && settings.DEMO_SIMULATOR,
    identity: readIdentity(settings, isLocal && !isProduction),
    payments: readPayments(settings, isProduction),
    discordApi: settings.DISCORD_API_URL,
    hideKnownEmails: settings.HIDE_KNOWN_EMAILS,
    /** Whether accounts with rights 2 and 3 must use two-factor sign-in. */
    staffTwoFactor: settings.STAFF_TWO_FACTOR ?? isProduction,
    /** Seals two-factor secrets and signing keys in the database, and signs backups. */
    secretsKey: settings.SECRETS_KEY,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    trustProxy: readTrustProxy(settings.TRUST_PROXY),
    maxConnections: settings.MAX_CONNECTIONS,
    maxLiveStreams: settings.MAX_LIVE_STREAMS,
    /** How long everything is still served after the signal to stop, while /readyz refuses. */
    shutdownGraceSeconds: settings.SHUTDOWN_GRACE_SECONDS ?? (isProduction ? 5 : 0),
    /** The list of skills until the first player is known: a preset, or the path of a JSON file. */
    skills: settings.SKILLS,
    /** How far hiscore lists may lag behind the game; open pages refresh no more often. */
    hiscoresRefreshSeconds: settings.HISCORES_REFRESH_SECONDS,
    /** Other hosts whose pictures news posts may show; also added to the content security policy. */
    imageHosts: settings.IMAGE_HOSTS,
    media: readMedia(settings),
    /** `everyHours` 0 means that no backups are made by the site itself. */
    backups: {
      everyHours: settings.BACKUP_EVERY_HOURS,
      keepDays: settings.BACKUP_KEEP_DAYS,
      place: readBackupPlace(settings),
    },
  };
}

/** Only a demo names our address. Elsewhere it counts as not set, because it was in the example of settings. */
function readContact(
  { CONTACT_EMAIL: given }: z.output<typeof Settings>,
  { demo, siteUrl }: { demo: boolean; siteUrl: string },
) {
  const isOwnContact = given !== undefined && given !== demoContact;
  const atOwnHost = `contact@${mailHostOf(siteUrl)}`;
  const contactEmail = isOwnContact ? given : demo ? demoContact : atOwnHost;
  return { contactEmail, isOwnContact };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
}

function areHosts(hosts: string[]): boolean {
  return hosts.every((host) => /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+$/.test(host));
}

export type BucketSettings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};
type FolderOrBucket = { kind: 'folder'; folder: string } | ({ kind: 's3' } & BucketSettings);

function readMedia(settings: z.output<typeof Settings>): FolderOrBucket {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = settings;
  if (!endpoint) return { kind: 'folder', folder: resolve(settings.DATA_DIR, 'media') };
  const why = 'it is required with S3_ENDPOINT';
  return {
    kind: 's3',
    endpoint,
    region,
    bucket: requireSetting('S3_BUCKET', settings.S3_BUCKET, why),
    accessKey: requireSetting('S3_ACCESS_KEY', settings.S3_ACCESS_KEY, why),
    secretKey: requireSetting('S3_SECRET_KEY', settings.S3_SECRET_KEY, why),
  };
}

function readBackupPlace(settings: z.output<typeof Settings>): FolderOrBucket {
  const { BACKUP_TO: to, DATA_DIR: dataDir } = settings;
  if (to !== 'bucket') return { kind: 'folder', folder: resolve(to ?? `${dataDir}/backups`) };
  requireSetting('S3_ENDPOINT', settings.S3_ENDPOINT, 'it is required with BACKUP_TO=bucket');
  return readMedia(settings);
}

/** An IP address is not valid in an email address. */
function mailHostOf(siteUrl: string): string {
  const { hostname } = new URL(siteUrl);
  return isLoopback(hostname) ? 'localhost' : hostname;
}

/** The address that the console prints, so that links in mails lead to the same sign-in. */
function defaultSiteUrl({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const host = isLoopback(HOST) ? HOST : 'localhost';
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Outside production the passwords are public, so a forgotten setting must not let other machines in. */
function publicOutsideProduction(siteUrl: string): StartupError {
  const setting = isLoopback(new URL(siteUrl).hostname) ? 'HOST' : 'SITE_URL';
  return new StartupError(
    `Setting ${setting} makes this site public, but NODE_ENV is not production. Set NODE_ENV=production, or DEMO=on for a public demo with public passwords.`,
  );
}

function assertSafeForProduction(
  settings: z.output<typeof Settings>,
  { demo }: { demo: boolean },
): void {
  const { SITE_URL: siteUrl, TRUST_PROXY: trustProxy } = settings;
  if (demo) {
    throw new StartupError(
      'Setting DEMO is on in production: the demo accounts have a public password. Turn it off.',
    );
  }
  if (!siteUrl) {
    throw new StartupError(
      'Setting SITE_URL is missing: production needs the public address, such as https://example.com.',
    );
  }
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new StartupError(
      'Setting SITE_URL is not https: sign-in over plain http would expose passwords and sessions.',
    );
  }
  // This server speaks only http, so https means a proxy, whose address all visitors would share.
  if (protocol === 'https:' && trustProxy === undefined) {
    throw new StartupError(
      'Setting TRUST_PROXY is missing: with an https SITE_URL it must say how many reverse proxies are in front, such as 1 for one nginx or Caddy, or 0 for none. Without it all visitors would share one rate limit.',
    );
  }
}

type StripeKeys = { secretKey: string; webhookSecrets: string[] };

export type PaymentSettings =
  | ({ kind: 'stripe' } & StripeKeys)
  | { kind: 'sandbox' }
  /** With keys: no new checkouts, but refunds, disputes and open payments are still processed. */
  | { kind: 'off'; stripe?: StripeKeys };

function readPayments(settings: z.output<typeof Settings>, isProduction: boolean): PaymentSettings {
  const { PAYMENTS: wanted, STRIPE_SECRET_KEY: secretKey } = settings;
  const kind = wanted ?? (secretKey ? 'stripe' : 'sandbox');
  if (kind === 'stripe' || kind === 'test') {
    return { kind: 'stripe', ...readStripe(settings, { isTest: kind === 'test', isProduction }) };
  }
  if (kind === 'off') return secretKey ? { kind, stripe: readStripeKeys(settings) } : { kind };
  if (secretKey) {
    throw new StartupError(
      `Setting PAYMENTS is ${kind} although STRIPE_SECRET_KEY is set. Remove one of them.`,
    );
  }
  if (isProduction && wanted !== 'sandbox') {
    throw new StartupError(
      'Setting STRIPE_SECRET_KEY is missing: without it coins would be free. Set it, or PAYMENTS=off to sell no coins, or PAYMENTS=sandbox to give coins away on purpose.',
    );
  }
  return { kind };
}

function readStripe(
  settings: z.output<typeof Settings>,
  { isTest, isProduction }: { isTest: boolean; isProduction: boolean },
): StripeKeys {
  const keys = readStripeKeys(settings);
  const isTestKey = /^(sk|rk)_test_/.test(keys.secretKey);
  if (isTestKey && isProduction && !isTest) {
    throw new StartupError(
      'Setting STRIPE_SECRET_KEY is a test key, so coins would be free. Use the live key, or set PAYMENTS=test to accept test cards on purpose.',
    );
  }
  if (isTest && !isTestKey) {
    throw new StartupError('Setting PAYMENTS is test, but STRIPE_SECRET_KEY is a live key.');
  }
  return keys;
}

function readStripeKeys({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecrets,
}: z.output<typeof Settings>): StripeKeys {
  if (!secretKey || !webhookSecrets) {
    const missing = [
      ...(secretKey ? [] : ['STRIPE_SECRET_KEY']),
      ...(webhookSecrets ? [] : ['STRIPE_WEBHOOK_SECRET']),
    ];
    throw new StartupError(
      `Setting ${missing.join(' and ')} is missing: payments by Stripe need both keys.`,
    );
  }
  return { secretKey, webhookSecrets };
}

export type IdentitySettings =
  | { kind: 'embedded' }
  | {
      kind: 'firebase';
      projectId: string;
      apiKey: string;
      /** The service account's JSON or the path of its file; not needed with the emulator. */
      serviceAccount: string | undefined;
      emulatorHost: string | undefined;
    };

function readIdentity(
  settings: z.output<typeof Settings>,
  isEmulatorAllowed: boolean,
): IdentitySettings {
  if (settings.IDENTITY === 'embedded') return { kind: 'embedded' };
  const emulatorHost = settings.FIREBASE_AUTH_EMULATOR_HOST;
  if (emulatorHost && !isEmulatorAllowed) {
    throw new StartupError(
      'Setting FIREBASE_AUTH_EMULATOR_HOST is set on a public site: the emulator accepts unsigned tokens.',
    );
  }
  return {
    kind: 'firebase',
    projectId: requireSetting('FIREBASE_PROJECT_ID', settings.FIREBASE_PROJECT_ID),
    apiKey: requireSetting('FIREBASE_API_KEY', settings.FIREBASE_API_KEY),
    serviceAccount: emulatorHost
      ? settings.FIREBASE_SERVICE_ACCOUNT
      : requireSetting('FIREBASE_SERVICE_ACCOUNT', settings.FIREBASE_SERVICE_ACCOUNT),
    emulatorHost,
  };
}

function requireSetting(
  name: string,
  value: string | undefined,
  why = 'it is required with IDENTITY=firebase',
): string {
  if (value) return value;
  throw new StartupError(`Setting ${name} is missing: ${why}.`);
}

type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

/** A number of proxies or a list of their addresses, whose X-Forwarded-For is trusted. */
function readTrustProxy(value: string | undefined): TrustProxy {
  if (value === undefined) return false;
  if (/^0+$/.test(value)) return false;
  if (/^\d+$/.test(value)) return (_address, hop) => hop < Number(value);
  if (/^[\d.:a-f/, ]+$/i.test(value)) return value.split(',').map((part) => part.trim());
  throw new StartupError(
    'Setting TRUST_PROXY is not valid: use the number of proxies in front, or their addresses.',
  );
}
