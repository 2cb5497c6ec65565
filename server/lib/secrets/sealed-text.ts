import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

// AES-256-GCM. `owner` is authenticated too: a sealed text copied to another row cannot be opened.

export const sealedPrefix = 'sealed1.';
const ivBytes = 12;
const tagBytes = 16;

export function isSealed(text: string): boolean {
  return text.startsWith(sealedPrefix);
}

export function sealText(key: Buffer, owner: string, text: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return sealedPrefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Throws if the key, the owner or the text differs. */
export function openSealedText(key: Buffer, owner: string, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const text = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()];
  return Buffer.concat(text).toString('utf8');
}
