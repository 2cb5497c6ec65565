import * as z from 'zod';

import { StartupError } from '#server/lib/startup-error.ts';

import { isObject, parseJson, readTextFile } from '../read-text-file.ts';

/** Milliseconds, as a text. */
const Milliseconds = z
  .union([z.string().regex(/^\d{1,15}$/), z.number()])
  .optional()
  .catch(undefined)
  .transform((value) => (value === undefined ? undefined : new Date(Number(value))));

const AuthUser = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().default(''),
  emailVerified: z.boolean().default(false),
  passwordHash: z.string().default(''),
  salt: z.string().default(''),
  displayName: z.string().default(''),
  /** Custom claims, as JSON. Only the project's server can set them. */
  customAttributes: z.string().default(''),
  disabled: z.boolean().default(false),
  createdAt: Milliseconds,
  lastSignedInAt: Milliseconds,
});
export type AuthUser = z.infer<typeof AuthUser>;

export async function readAuthUsers(file: string): Promise<AuthUser[]> {
  const value = parseJson(file, await readTextFile(file));
  if (!isObject(value) || !Array.isArray(value.users)) {
    throw new StartupError(`${file} is not an export of Firebase Authentication: it has no users.`);
  }
  return value.users.map((user, at) => {
    const parsed = AuthUser.safeParse(user);
    if (parsed.success) return parsed.data;
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new StartupError(`${file}: user ${at + 1} cannot be read (${field || 'no object'}).`);
  });
}
