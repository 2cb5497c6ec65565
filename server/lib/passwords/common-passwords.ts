import { brotliDecompressSync } from 'node:zlib';

import { compressedPasswords } from './common-password-list.ts';

let known: Set<string> | undefined;

export function isCommonPassword(password: string): boolean {
  known ??= new Set(decompress());
  return known.has(password.normalize('NFKC').toLowerCase());
}

function decompress(): string[] {
  return brotliDecompressSync(Buffer.from(compressedPasswords, 'base64')).toString().split('\n');
}
