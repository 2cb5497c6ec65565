type Options = {
  /** How long `close` waits on purpose before it begins. */
  graceSeconds?: number;
  onError?: (error: unknown) => void;
};

/** Finishes running work, then exits. A second signal or 10 s of waiting exits at once. */
export function closeOnSignal(
  close: () => Promise<void>,
  { graceSeconds = 0, onError = console.error }: Options = {},
): void {
  let isClosing = false;
  const shutDown = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    setTimeout(() => process.exit(1), (graceSeconds + 10) * 1000).unref();
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
