import * as z from 'zod';

/** An error the operator can fix. It is printed as one line, without a stack trace. */
export class SettingsError extends Error {
  /** The message, and what else is wrong. */
  readonly problems: string[];

  constructor(message: string, problems = [message]) {
    super(message);
    this.problems = problems;
  }
}

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'use "on" or "off"')
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

export const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(65_535, 'must be at most 65535');

export const bridgeSettings = {
  BRIDGE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://example.com' })
    .default('http://127.0.0.1:3000'),
  BRIDGE_TOKEN: z
    .string('is missing: create a token under Admin, Server')
    .regex(/^gb_\d+_[\w-]+$/, 'must look like gb_1_…, as shown when the token was created'),
};

/** Reads the environment and a file of NAME=value lines. The environment wins. */
export function readSettings<Shape extends z.ZodObject>(
  settings: Shape,
  envFile: string,
): z.output<Shape> {
  try {
    process.loadEnvFile(envFile);
  } catch {
    // The file is optional.
  }
  return parseSettings(settings, process.env);
}

export function parseSettings<Shape extends z.ZodObject>(
  settings: Shape,
  environment: Record<string, string | undefined>,
): z.output<Shape> {
  // `NAME=` means "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `Setting ${String(path[0])}: ${message}.`,
  );
  throw new SettingsError(problems[0] ?? '', problems);
}
