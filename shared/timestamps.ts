import * as z from 'zod/mini';

/** The seconds-based timestamp of docs/specification.md, section 3. */
export type Timestamp = z.infer<typeof Timestamp>;
export const Timestamp = z.object({ seconds: z.int(), nanoseconds: z.int() });

export function toTimestamp(date: Date): Timestamp {
  const milliseconds = date.getTime();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanoseconds: (milliseconds - seconds * 1000) * 1_000_000 };
}
