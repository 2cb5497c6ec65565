import * as z from 'zod';

/** Something the operator has to put right: printed as one line, without a stack. */
export class SettingsError extends Error {}

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'use "on" or "off"')
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value));

export const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(65_535, 'must be at most 65535');

/** What every adapter needs to reach the website. */
export const bridgeSettings = {
  BRIDGE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://example.com' })
    .default('http://127.0.0.1:3000'),
  BRIDGE_TOKEN: z
    .string('is missing: make a token under Admin, Server')
    .regex(/^gb_\d+_[\w-]+$/, 'must look like gb_1_…, as shown when the token was made'),
};

/** From the environment, and where that is silent from a file of NAME=value lines. */
export function readSettings<Shape extends z.ZodObject>(
  settings: Shape,
  envFile: string,
): z.output<Shape> {
  try {
    process.loadEnvFile(envFile);
  } catch {
    // No such file: the environment alone decides.
  }
  return parseSettings(settings, process.env);
}

export function parseSettings<Shape extends z.ZodObject>(
  settings: Shape,
  environment: Record<string, string | undefined>,
): z.output<Shape> {
  // An empty value means "not set", as whoever wrote NAME= expects.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  throw new SettingsError(`Setting ${String(problem?.path[0])}: ${problem?.message}.`);
}
