import { readFile } from 'node:fs/promises';

import { cannotRead } from '#server/lib/files/cannot-read.ts';
import { StartupError } from '#server/lib/startup-error.ts';

/** Also without a byte order mark, which spreadsheets write. */
export async function readTextFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw cannotRead(file, error);
  });
  const notText = `${file} is not a text file in UTF-8.`;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 has a zero byte in nearly every character.
    if (!text.includes('\0')) return text;
  } catch (error) {
    throw new StartupError(notText, { cause: error });
  }
  throw new StartupError(notText);
}

export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartupError(
      `${file} is not valid JSON, or it is incomplete. Nothing was imported.`,
      { cause: error },
    );
  }
}

/** One JSON value per line; empty lines are skipped. */
export function parseJsonLines(file: string, text: string): { line: number; value: unknown }[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    return [{ line: at + 1, value: parseJson(`Line ${at + 1} of ${file}`, line) }];
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
