import type { FirebaseParameters } from '#server/lib/passwords/imported-hash.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import { readTextFile } from '../read-text-file.ts';

/** The parameters as the console shows them (`hash_config { algorithm: SCRYPT, … }`), or the same keys as JSON. */
export async function readHashConfig(file: string): Promise<FirebaseParameters> {
  const text = await readTextFile(file);
  const values = new Map(
    [...text.matchAll(/"?(\w+)"?\s*:\s*"?([\w+/=-]+)"?/g)].map(([, key, value]) => [key, value]),
  );
  const algorithm = values.get('algorithm');
  if (algorithm !== undefined && algorithm !== 'SCRYPT') {
    throw new StartupError(`${file}: the algorithm ${algorithm} is not supported, only SCRYPT.`);
  }
  const get = (key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw new StartupError(`${file} has no ${key}.`);
    return value;
  };
  const parameters = {
    signerKey: Buffer.from(get('base64_signer_key'), 'base64'),
    saltSeparator: Buffer.from(get('base64_salt_separator'), 'base64'),
    rounds: Number(get('rounds')),
    memoryCost: Number(get('mem_cost')),
  };
  const { signerKey, rounds, memoryCost } = parameters;
  const isValid = signerKey.length >= 16 && isCount(rounds, 8) && isCount(memoryCost, 14);
  if (isValid) return parameters;
  throw new StartupError(`${file} has parameters that Firebase does not use.`);
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
