import type { MediaStore } from '#server/lib/files/media-store.ts';

/** A media store in memory, for tests. */
export function createMemoryStore(): MediaStore & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    put: async (name, bytes) => void files.set(name, bytes),
    get: async (name) => files.get(name),
    list: async () => [...files.keys()],
    remove: async (name) => void files.delete(name),
  };
}
