/** jsdom does not know the element <search>, and React says so once. */
const ofJsdom = /The tag <%s> is unrecognized in this browser.* search/;

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
  const expected = [...allowed, ofJsdom];
  const found = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
  errors = [];
  allowed = [];
  return found;
}
