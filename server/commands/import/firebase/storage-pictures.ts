import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { decodeHTML } from 'entities';

import type { Deps } from '#server/deps.ts';
import { preparePicture } from '#server/features/media/media.service.ts';
import type { PictureSource, StoredPicture } from '#server/features/media/media.service.ts';
import { readImageSource } from '#server/lib/html/html-policy.ts';
import { mediaLimits } from '#shared/endpoints/media.ts';
import { AppError } from '#shared/errors.ts';

/**
 * The pictures of an import, from a copy of the project's storage or inside the text as data. Nothing is fetched
 * from the network. The files are stored at once; their rows are written in the import's transaction.
 */
export type StoragePictures = {
  stored: Map<string, StoredPicture>;
  /** For the picture of an item or a post. */
  find(address: string, onProblem: OnProblem): Promise<PictureSource>;
  /** Replaces the pictures in the HTML by stored ones. */
  replaceIn(html: string, onProblem: OnProblem): Promise<string>;
};

type OnProblem = (problem: string) => void;
type Options = { folder: string | undefined; isDryRun: boolean };

const pictureProblems = new Set<string>([
  'media/unsupported',
  'media/broken',
  'media/too-many-pixels',
]);
const noPicture: PictureSource = { url: null, hash: null };

export function openStoragePictures(
  { media, config }: Pick<Deps, 'media' | 'config'>,
  { folder, isDryRun }: Options,
): StoragePictures {
  const stored = new Map<string, StoredPicture>();
  const byAddress = new Map<string, StoredPicture | string>();

  async function store(address: string): Promise<StoredPicture | string> {
    const bytes = await readBytes(address, folder);
    if (typeof bytes === 'string') return bytes;
    try {
      const picture = await preparePicture({ media }, bytes, { isDryRun });
      stored.set(picture.hash, picture);
      return picture;
    } catch (error) {
      // A damaged picture is left out; a full disk ends the import.
      if (error instanceof AppError && pictureProblems.has(error.code)) return error.message;
      throw error;
    }
  }

  /** The picture, or why there is none. */
  async function take(address: string): Promise<StoredPicture | string> {
    const known = byAddress.get(address) ?? (await store(address));
    byAddress.set(address, known);
    return known;
  }

  return {
    stored,
    async find(address, onProblem) {
      if (address === '') return noPicture;
      const picture = await take(address);
      if (typeof picture !== 'string') return { url: null, hash: picture.hash };
      const url = readImageSource(address, config);
      if (url?.startsWith('https:')) return { url, hash: null };
      onProblem(`the picture ${shorten(address)} is left out: ${picture}`);
      return noPicture;
    },
    async replaceIn(html, onProblem) {
      const addresses = new Map<string, string>();
      for (const [, , double, single] of html.matchAll(image)) {
        const source = double ?? single ?? '';
        const address = decodeHTML(source);
        const picture = await take(address);
        if (typeof picture !== 'string') {
          addresses.set(source, `/media/${picture.hash}-${picture.width}.webp`);
        } else if (!readImageSource(address, config)) {
          onProblem(`the picture ${shorten(address)} in the text is left out: ${picture}`);
        }
      }
      return html.replaceAll(image, (all, start: string, double?: string, single?: string) => {
        const address = addresses.get(double ?? single ?? '');
        return address ? `${start}"${address}"` : all;
      });
    },
  };
}

const image = /(<img\b[^>]*?\bsrc\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

async function readBytes(address: string, folder: string | undefined): Promise<Buffer | string> {
  const [, data] = /^data:image\/[\w+.-]+;base64,([\w+/=\s]+)$/.exec(address) ?? [];
  if (data) return Buffer.from(data, 'base64');
  const object = findObjectPath(address);
  if (object === undefined) return 'it is not in the project’s storage';
  if (folder === undefined) return 'no folder with pictures was given (--files)';
  const file = path.resolve(folder, object);
  if (!file.startsWith(path.resolve(folder) + path.sep)) return 'its path leaves the folder';
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
  if (size === undefined) return `${object} is not in the folder`;
  return size > mediaLimits.bytes ? 'it is larger than 10 MB' : readFile(file);
}

/** The path in the storage: of a download address, a `gs://` address, or the path itself. */
function findObjectPath(address: string): string | undefined {
  const gs = /^gs:\/\/[^/]+\/(.+)$/.exec(address)?.[1];
  const download = /^https:\/\/[^/]+\/v0\/b\/[^/]+\/o\/([^?#]+)/.exec(address)?.[1];
  const plain = /^https:\/\/storage\.googleapis\.com\/[^/]+\/([^?#]+)/.exec(address)?.[1];
  const encoded = download ?? plain;
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (gs !== undefined) return gs;
  return /^[a-z][a-z\d+.-]*:|^\/\//i.test(address) ? undefined : address.replace(/^\/+/, '');
}

function shorten(address: string): string {
  return JSON.stringify(address.length > 80 ? `${address.slice(0, 80)}…` : address);
}
