export type UrlParts = {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | boolean | undefined>;
};

/** Fills the parameters into an endpoint's path and appends the query. */
export function buildUrl(path: string, { params, query }: UrlParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
