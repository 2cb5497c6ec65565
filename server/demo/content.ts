import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { en } from 'zod/locales';
import * as z from 'zod/mini';

// Reads the demo's texts and numbers from server/demo/content, and only when demo content is loaded.

const contentFolder = path.join(import.meta.dirname, 'content');

/** A wrong file fails with its name and its wrong fields. */
export async function readDemoFile<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  folder = contentFolder,
): Promise<z.output<Schema>> {
  return check(name, schema, parseJson(name, await readFile(path.join(folder, name), 'utf8')));
}

/** The HTML files of a folder, in the order of their names. Each begins with its fields: front matter. */
export async function readDemoTexts<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  folder = contentFolder,
): Promise<z.output<Schema>[]> {
  const files = (await readdir(path.join(folder, name))).toSorted();
  const texts = files.map(async (file) => {
    const text = await readFile(path.join(folder, name, file), 'utf8');
    return check(`${name}/${file}`, schema, parseText(text));
  });
  return Promise.all(texts);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The demo content ${name} is not JSON.`, { cause: error });
  }
}

function parseText(text: string): Record<string, string> {
  const [, head = '', html = ''] = text.split(/^---\r?\n/m);
  const fields = [...head.matchAll(/^(\w+): (.*?)\r?$/gm)].map(([, key, value]) => [key, value]);
  // The line breaks of the file are not part of the text.
  return { ...Object.fromEntries(fields), html: html.trim().replaceAll(/\r?\n\s*/g, '') };
}

function check<Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  content: unknown,
): z.output<Schema> {
  const { data, error } = schema.safeParse(content, { error: en().localeError });
  if (!error) return data;
  throw new Error(`The demo content ${name} is wrong.\n${z.prettifyError(error)}`);
}
