const isTerminal = process.stdout.isTTY;

/**
 * Says what is being done and how long it takes: counting seconds in a terminal, a sign of life
 * every 15 seconds in a log.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const start = performance.now();
  process.stdout.write(isTerminal ? `${label}…` : `${label}…\n`);
  const timer = setInterval(
    () => {
      const seconds = Math.round((performance.now() - start) / 1000);
      process.stdout.write(isTerminal ? `\r${label}… ${seconds} s` : `${label}… ${seconds} s\n`);
    },
    isTerminal ? 1000 : 15_000,
  );
  try {
    const result = await work();
    process.stdout.write(`${isTerminal ? '\r' : ''}${label}: done in ${secondsSince(start)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write(
      `${isTerminal ? '\r' : ''}${label}: failed after ${secondsSince(start)} s\n`,
    );
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {number} start */
export function secondsSince(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
