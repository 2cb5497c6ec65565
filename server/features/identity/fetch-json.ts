/** Google answers in milliseconds; whoever waits for a page does not wait longer than this. */
const timeoutMilliseconds = 10_000;

export async function fetchJson(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) });
  return { status: response.status, body: await response.json() };
}
