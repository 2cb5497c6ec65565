import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Cheap, because the tests hash thousands of passwords. Firebase uses 8 and 14. */
const cost = { rounds: 1, memoryCost: 2 };
const signerKey = randomBytes(64);
const saltSeparator = Buffer.from('Bw==', 'base64');

/** The Firebase console shows it in this form. */
const hashConfig = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${signerKey.toString('base64')},
  base64_salt_separator: ${saltSeparator.toString('base64')},
  rounds: ${cost.rounds},
  mem_cost: ${cost.memoryCost},
}
`;

/** Firebase's algorithm: the signer key, encrypted with a key that is derived from the password. */
export function hashAsFirebase(password: string): { passwordHash: string; salt: string } {
  const salt = randomBytes(10);
  const options = { N: 2 ** cost.memoryCost, r: cost.rounds, p: 1 };
  const key = scryptSync(password, Buffer.concat([salt, saltSeparator]), 32, options);
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const passwordHash = Buffer.concat([cipher.update(signerKey), cipher.final()]);
  return { passwordHash: passwordHash.toString('base64'), salt: salt.toString('base64') };
}

type Files = {
  users: object[];
  hashConfig?: string;
  collections: Record<string, unknown>;
};

/** Writes an export and returns the options of the command. */
export async function writeExport(
  folder: string,
  { users, collections, ...files }: Files,
): Promise<string[]> {
  const firestore = path.join(folder, 'firestore');
  await mkdir(firestore, { recursive: true });
  await writeFile(path.join(folder, 'users.json'), JSON.stringify({ users }));
  await writeFile(path.join(folder, 'hash.txt'), files.hashConfig ?? hashConfig);
  for (const [name, documents] of Object.entries(collections)) {
    await writeFile(path.join(firestore, `${name}.json`), JSON.stringify(documents));
  }
  const config = ['--hash-config', path.join(folder, 'hash.txt')];
  return ['--auth', path.join(folder, 'users.json'), ...config, '--firestore', firestore];
}
