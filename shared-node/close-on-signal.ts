/** Finishes running work, then exits. A second signal or 10 s of waiting exits at once. */
export function closeOnSignal(
  close: () => Promise<void>,
  onError: (error: unknown) => void = console.error,
): void {
  let isClosing = false;
  const shutDown = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), 10_000).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        onError(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', shutDown);
  process.on('SIGTERM', shutDown);
}
