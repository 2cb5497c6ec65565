export const late = Symbol('late');

/** What `work` gives, or `late` if that takes longer than `milliseconds`. The work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const timeIsUp = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([work, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
