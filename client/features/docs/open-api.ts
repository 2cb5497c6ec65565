/** The part of an OpenAPI document that the page shows. */
export type OpenApiDocument = {
  info: { title: string; description?: string };
  servers?: { url: string }[];
  paths: Record<string, Partial<Record<Method, RawOperation>>>;
  components?: { schemas?: Record<string, ApiSchema> };
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];

type Content = { content?: Record<string, { schema?: ApiSchema }> };

type RawOperation = {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
  /** Our own extensions: the permission needed and the rate limit. */
  'x-access'?: string;
  'x-permissions'?: string[];
  'x-limit'?: { max: number; seconds: number };
};

export type Parameter = { name: string; in: string; required?: boolean; schema?: ApiSchema };

export type ApiSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, ApiSchema>;
  required?: string[];
  items?: ApiSchema;
  anyOf?: ApiSchema[];
  oneOf?: ApiSchema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Operation = {
  /** Also the anchor on the page. */
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  access: string | undefined;
  /** Staff with one of these may call it too. */
  permissions: string[];
  limit: { max: number; seconds: number } | undefined;
  parameters: Parameter[];
  body: ApiSchema | undefined;
  response: ApiSchema | undefined;
};

export type Group = { tag: string; id: string; operations: Operation[] };

/** Groups by tag, in alphabetical order; sorts each group by path, then by method. */
export function groupOperations(document: OpenApiDocument): Group[] {
  const operations = Object.entries(document.paths)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const raw = item[method];
        return raw ? [toOperation(method, path, raw)] : [];
      }),
    );
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return tags
    .toSorted((a, b) => a.localeCompare(b))
    .map((tag) => ({
      tag,
      id: toAnchor(`calls ${tag}`),
      operations: operations.filter((operation) => operation.tag === tag),
    }));
}

/** Every word must occur somewhere in the method, path or summary. */
export function filterGroups(groups: Group[], filter: string): Group[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const matches = ({ method, path, summary, tag }: Operation) => {
    const text = `${method} ${path} ${summary} ${tag}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.flatMap((group) => {
    const operations = group.operations.filter(matches);
    return operations.length > 0 ? [{ tag: group.tag, id: group.id, operations }] : [];
  });
}

function toOperation(method: Method, path: string, raw: RawOperation): Operation {
  return {
    id: toAnchor(`${method} ${path}`),
    method,
    path,
    tag: raw.tags?.[0] ?? 'Other',
    summary: raw.summary ?? raw.description ?? '',
    access: raw['x-access'],
    permissions: raw['x-permissions'] ?? [],
    limit: raw['x-limit'],
    parameters: raw.parameters ?? [],
    body: readSchema(raw.requestBody),
    response: readSchema(raw.responses?.['200']),
  };
}

function readSchema(holder: Content | undefined): ApiSchema | undefined {
  return Object.values(holder?.content ?? {})[0]?.schema;
}

function toAnchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
