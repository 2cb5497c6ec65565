/** Closes the site's processes also when the run fails or is interrupted. */
export async function runAndClose(
  site: { close(): Promise<void> },
  run: () => Promise<void>,
): Promise<void> {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.once(signal, () => void site.close().finally(() => process.exit(code)));
  }
  try {
    await run();
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await site.close();
  }
}
