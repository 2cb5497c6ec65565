import { readdir } from 'node:fs/promises';
import path from 'node:path';

import { cannotRead } from '#server/lib/files/cannot-read.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import { isObject, parseJson, parseJsonLines, readTextFile } from '../read-text-file.ts';

/**
 * A collection is `NAME.json` or `NAME.jsonl`. JSON is an object of documents by id, or a list of documents with
 * an `id`; either can be inside `{"NAME": …}` or `{"__collections__": {"NAME": …}}`, as export tools write it. JSON
 * lines are documents with an `id`.
 */
export type Document = { id: string; data: Record<string, unknown> };

export async function listExport(folder: string): Promise<Set<string>> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw cannotRead(folder, error);
  });
  if (names.some((name) => name.endsWith('export_metadata'))) {
    throw new StartupError(
      `${folder} is an export in Firestore's own format, which only Firestore can read. Export the collections as JSON: see docs/moving-in.md.`,
    );
  }
  return new Set(names);
}

/** Undefined if the export does not have the collection. */
export async function readCollection(
  folder: string,
  name: string,
  files: ReadonlySet<string>,
): Promise<Document[] | undefined> {
  const [json, lines] = [`${name}.json`, `${name}.jsonl`];
  if (files.has(json) && files.has(lines)) {
    throw new StartupError(`${folder} has both ${json} and ${lines}. Remove one of them.`);
  }
  const file = path.join(folder, files.has(json) ? json : lines);
  if (files.has(lines)) {
    return parseJsonLines(file, await readTextFile(file)).map(({ line, value }) =>
      toDocument(`Line ${line} of ${file}`, value),
    );
  }
  return files.has(json)
    ? readDocuments(file, unwrap(parseJson(file, await readTextFile(file)), name))
    : undefined;
}

function unwrap(value: unknown, name: string): unknown {
  if (!isObject(value)) return value;
  if (isObject(value.__collections__)) return value.__collections__[name];
  const isWrapped = Object.keys(value).length === 1 && isCollection(value[name]);
  return isWrapped ? value[name] : value;
}

/** Not a document whose id is the name of the collection: its fields are no objects. */
function isCollection(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return isObject(value) && Object.values(value).every(isObject);
}

function readDocuments(file: string, value: unknown): Document[] {
  if (Array.isArray(value)) {
    return value.map((one, at) => toDocument(`Document ${at + 1} of ${file}`, one));
  }
  if (!isObject(value)) throw new StartupError(`${file} is not a collection of documents.`);
  return Object.entries(value).map(([id, data]) => {
    if (isObject(data)) return { id, data };
    throw new StartupError(`${file}: ${JSON.stringify(id.slice(0, 60))} is not a document.`);
  });
}

function toDocument(what: string, value: unknown): Document {
  const id = isObject(value) ? (value.id ?? value._id ?? value.__name__) : undefined;
  if (!isObject(value) || (typeof id !== 'string' && typeof id !== 'number') || id === '') {
    throw new StartupError(`${what} is not a document with an id.`);
  }
  // `__name__` is a path.
  return { id: String(id).split('/').at(-1) ?? '', data: value };
}
