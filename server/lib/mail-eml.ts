/** Parses what mailer.ts wrote: one text part and one HTML part, nothing nested. */
export type ParsedEml = { to: string; subject: string; at: Date; text: string; html: string };

export function parseEml(eml: Buffer): ParsedEml {
  const { headers, body } = splitHead(eml.toString('latin1'));
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(splitHead) : [];
  return {
    to: decodeWords(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    at: new Date(headers.get('date') ?? 0),
    text: readPart(parts, 'text/plain'),
    html: readPart(parts, 'text/html'),
  };
}

type Part = { headers: Map<string, string>; body: string };

function splitHead(source: string): Part {
  const [head = '', ...rest] = source.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

function readPart(parts: Part[], type: string): string {
  const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
  if (!part) return '';
  const encoding = part.headers.get('content-transfer-encoding') ?? '7bit';
  const text = decodeBody(part.body, encoding.toLowerCase()).toString('utf8');
  return text.replaceAll('\r\n', '\n').trimEnd();
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll(/=[ \t]*\r\n/g, ''));
  return Buffer.from(body, 'latin1');
}

function decodeQuoted(text: string): Buffer {
  const plain = text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, 'latin1');
}

/** `=?UTF-8?Q?…?=`: adjacent words are joined first, because a character may be split between them. */
function decodeWords(value: string): string {
  const words = /=\?utf-8\?([bq])\?([^?]*)\?=/gi;
  const runs = /(?:=\?utf-8\?[bq]\?[^?]*\?=\s*)*=\?utf-8\?[bq]\?[^?]*\?=/gi;
  return value.replaceAll(runs, (run) => {
    const bytes = [...run.matchAll(words)].map(([, kind = '', data = '']) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(data, 'base64')
        : decodeQuoted(data.replaceAll('_', ' ')),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}
