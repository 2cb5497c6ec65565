export const late = Symbol('late');

/** The result of `work`, or `late` if it takes longer than `milliseconds`. The work is not cancelled. */
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
