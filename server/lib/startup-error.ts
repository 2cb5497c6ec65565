/** A problem that the operator must fix: the process prints `message` as one line and exits with 1. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}
