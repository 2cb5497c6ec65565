/**
 * Prints the label before the work starts and the time it took. Meanwhile it counts seconds in a terminal,
 * or prints a line every 15 seconds in a log.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(label, work) {
  const isTerminal = process.stdout.isTTY;
  const start = performance.now();
  const say = (/** @type {string} */ text, isLast = !isTerminal) =>
    process.stdout.write(`${isTerminal ? '\r' : ''}${label}${text}${isLast ? '\n' : ''}`);
  say('…');
  const timer = setInterval(() => say(`… ${secondsSince(start, 0)} s`), isTerminal ? 1000 : 15_000);
  let outcome = 'failed after';
  try {
    const result = await work();
    outcome = 'done in';
    return result;
  } finally {
    clearInterval(timer);
    say(`: ${outcome} ${secondsSince(start)} s`, true);
  }
}

/** @param {number} start */
export function secondsSince(start, digits = 1) {
  return ((performance.now() - start) / 1000).toFixed(digits);
}
