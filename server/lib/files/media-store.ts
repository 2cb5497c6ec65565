/** File storage. Names are content hashes, so writing a file again changes nothing. */
export type MediaStore = {
  put(name: string, bytes: Buffer): Promise<void>;
  get(name: string): Promise<Buffer | undefined>;
  /** The names of all complete files. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Throws a StartupError if files cannot be stored, so it fails at the start, not at the first upload. */
  check?(): Promise<void>;
};
