import { userInfo } from 'node:os';

import { codeOf } from '#shared-node/code-of.mjs';

import { StartupError } from '../startup-error.ts';

/** Says in words why a file or folder that the owner named cannot be read. */
export function cannotRead(file: string, error: unknown): StartupError {
  const code = codeOf(error);
  const reason = reasons[code]?.() ?? `the system says ${code}`;
  return new StartupError(`${file} cannot be read: ${reason}.`, { cause: error });
}

const mayNot = () =>
  `the user ${userInfo().username} may not read it. Put it where this user can, such as the site's folder`;

const reasons: Record<string, () => string> = {
  ENOENT: () => 'it does not exist',
  ENOTDIR: () => 'a part of its path is not a folder',
  EISDIR: () => 'it is a folder',
  EACCES: mayNot,
  EPERM: mayNot,
};
