let errors: string[] = [];
let allowed: RegExp[] = [];

/** The test expects that console.error is called with a text like this. */
export function allowConsoleError(pattern: RegExp): void {
  allowed.push(pattern);
}

/** For `console.error`. */
export function recordConsoleError(...args: unknown[]): void {
  errors.push(args.map(String).join(' '));
}

/** Called after every test. Forgets everything and returns what the test did not allow. */
export function resetConsoleErrors(): string[] {
  const found = errors.filter((text) => !allowed.some((pattern) => pattern.test(text)));
  errors = [];
  allowed = [];
  return found;
}
