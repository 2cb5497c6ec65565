import { createCipheriv, createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/**
 * Password hashes from other systems. They are stored with a tag in front until the user's next sign-in, which
 * replaces them with our own (password-hash.ts). Each format has a limit on its cost, because the owner of a
 * hash could otherwise keep the server busy by trying to sign in.
 *
 * Firebase's result is its project's signer key, encrypted with a key stream that only password and salt
 * determine. The import takes the signer key out and stores the key stream, so the site never stores a secret of
 * the Firebase project.
 */
export type ImportedHash = { isPassword: (password: Buffer) => Promise<boolean> };
type Reading = ImportedHash | { problem: string };
type Format = { pattern: RegExp; read: (...parts: string[]) => Reading };

export type FirebaseParameters = {
  signerKey: Buffer;
  saltSeparator: Buffer;
  rounds: number;
  memoryCost: number;
};

const tag = 'imported:';
/** Stored for a user who has to choose a password first. No password matches it. */
export const noPassword = `${tag}none`;

const limits = {
  argon2: { memoryKib: 131_072, passes: 10, lanes: 8 },
  bcryptCost: 14,
  pbkdf2Iterations: 2_000_000,
  firebase: { memoryCost: 14, rounds: 8 },
};

const runScrypt = promisify<string | Buffer, Buffer, number, object, Buffer>(scrypt);
const runPbkdf2 = promisify(pbkdf2);

const formats: Format[] = [
  {
    pattern: /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{11,}\$[\w+/]{16,}$/,
    read(text, memoryKib, passes, lanes) {
      const { argon2 } = limits;
      const isTooCostly =
        Number(memoryKib) > argon2.memoryKib ||
        Number(passes) > argon2.passes ||
        Number(lanes) > argon2.lanes;
      return isTooCostly ? tooCostly : { isPassword: (password) => verifyArgon2(text, password) };
    },
  },
  {
    pattern: /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/,
    read: (text, cost) =>
      Number(cost) > limits.bcryptCost
        ? tooCostly
        : { isPassword: (password) => verifyBcrypt(password, text) },
  },
  {
    // Django. The salt is plain text.
    pattern: /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([\w+/]+=*)$/,
    read: (_text, digest, iterations, salt, hash) =>
      readPbkdf2(digest, Number(iterations), [Buffer.from(salt), fromBase64(hash)]),
  },
  {
    // Passlib and PHC strings, which may write `.` instead of `+`. Without a digest it is SHA-1.
    pattern:
      /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([\w./+]+=*)\$([\w./+]+=*)$/,
    read: (_text, digest, iterations, salt, hash) =>
      readPbkdf2(digest ?? 'sha1', Number(iterations), [fromBase64(salt), fromBase64(hash)]),
  },
  {
    // Directory servers: the digest of password and salt, followed by the salt.
    pattern: /^\{SSHA(256|512)\}([\w+/]+=*)$/,
    read(_text, bits, value) {
      const size = Number(bits) / 8;
      const bytes = fromBase64(value);
      const salt = bytes.subarray(size);
      if (salt.length === 0) return unknown;
      return digestCheck(`sha${bits}`, bytes.subarray(0, size), (password) => [password, salt]);
    },
  },
  {
    pattern: /^(sha256|sha512)\$([^$]+)\$([\da-fA-F]+)$/,
    read(_text, algorithm, saltText, hex) {
      const [salt, hash] = [Buffer.from(saltText), Buffer.from(hex, 'hex')];
      const size = algorithm === 'sha256' ? 32 : 64;
      if (hash.length !== size || hex.length !== size * 2) return unknown;
      return digestCheck(algorithm, hash, (password) => [salt, password]);
    },
  },
  {
    pattern: /^\$firebase-scrypt\$m=(\d+),r=(\d+)\$([\w+/]+=*)\$([\w+/]+=*)$/,
    read: (_text, memoryCost, rounds, salt, keyStream) =>
      readFirebase(Number(memoryCost), Number(rounds), [fromBase64(salt), fromBase64(keyStream)]),
  },
];

const unknown = { problem: 'the password hash has no known format' };
const tooCostly = { problem: 'the password hash takes too much time or memory to check' };

/** A hash as another system wrote it, ready to be stored; or why it cannot be used. */
export function toStoredHash(text: string): { stored: string } | { problem: string } {
  const reading = readHash(text);
  return 'problem' in reading ? reading : { stored: tag + text };
}

export function toStoredFirebaseHash(
  { passwordHash, salt }: { passwordHash: Buffer; salt: Buffer },
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseParameters,
): { stored: string } | { problem: string } {
  if (passwordHash.length !== signerKey.length) {
    return { problem: 'the password hash and the signer key differ in length' };
  }
  const keyStream = passwordHash.map((byte, at) => byte ^ signerKey[at]!);
  const fullSalt = Buffer.concat([salt, saltSeparator]).toString('base64');
  const cost = `m=${memoryCost},r=${rounds}`;
  return toStoredHash(
    `$firebase-scrypt$${cost}$${fullSalt}$${Buffer.from(keyStream).toString('base64')}`,
  );
}

export function isImported(stored: string): boolean {
  return stored.startsWith(tag);
}

/** Undefined for a user without a password. */
export function findImportedHash(stored: string): ImportedHash | undefined {
  const reading = readHash(stored.slice(tag.length));
  return 'problem' in reading ? undefined : reading;
}

function readHash(text: string): Reading {
  for (const { pattern, read } of formats) {
    const parts = text.length <= 1000 ? pattern.exec(text) : null;
    if (parts) return read(...parts);
  }
  return unknown;
}

function readPbkdf2(digest: string, iterations: number, [salt, hash]: [Buffer, Buffer]): Reading {
  // Shorter results would match other passwords too.
  if (iterations < 1 || hash.length < 16) return unknown;
  if (iterations > limits.pbkdf2Iterations || hash.length > 64) return tooCostly;
  return {
    isPassword: async (password) =>
      timingSafeEqual(await runPbkdf2(password, salt, iterations, hash.length, digest), hash),
  };
}

function readFirebase(
  memoryCost: number,
  rounds: number,
  [salt, keyStream]: [Buffer, Buffer],
): Reading {
  if (memoryCost < 1 || rounds < 1 || keyStream.length < 16) return unknown;
  const { firebase } = limits;
  if (memoryCost > firebase.memoryCost || rounds > firebase.rounds) return tooCostly;
  const options = { N: 2 ** memoryCost, r: rounds, p: 1, maxmem: 64 * 1024 * 1024 };
  return {
    async isPassword(password) {
      const key = await runScrypt(password, salt, 32, options);
      const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      return timingSafeEqual(cipher.update(Buffer.alloc(keyStream.length)), keyStream);
    },
  };
}

function digestCheck(
  algorithm: string,
  hash: Buffer,
  order: (password: Buffer) => Buffer[],
): ImportedHash {
  return {
    async isPassword(password) {
      const digest = createHash(algorithm)
        .update(Buffer.concat(order(password)))
        .digest();
      return digest.length === hash.length && timingSafeEqual(digest, hash);
    },
  };
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}
