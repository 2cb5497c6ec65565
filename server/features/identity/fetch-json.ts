/** Google normally answers in milliseconds. This limits how long a page can hang. */
const timeoutMilliseconds = 10_000;

export async function fetchJson(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) });
  return { status: response.status, body: await response.json() };
}
