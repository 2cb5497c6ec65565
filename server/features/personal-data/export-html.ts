import { escapeHtml } from '#shared/rules/fill-page.ts';

export type ExportedPart = { title: string; rows: object[] };
type Document = { site: string; username: string; exportedAt: string; parts: ExportedPart[] };

/** One page that can be read without the site and without a network. */
export function renderExport({ site, username, exportedAt, parts }: Document): string {
  const title = escapeHtml(`${username} on ${site}`);
  const filled = parts.filter(({ rows }) => rows.length > 0);
  const empty = parts.filter(({ rows }) => rows.length === 0).map((part) => part.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<h1>${title}</h1>
<p>Everything that ${escapeHtml(site)} stored about this account on ${formatTime(exportedAt)}. Times are in UTC.
The file data.json has the same content for programs. Passwords and codes are stored only as hashes,
which are not part of this file.</p>
${filled.map(renderPart).join('\n')}
${empty.length > 0 ? `<h2>Nothing stored</h2>\n<p>${escapeHtml(empty.join(', '))}.</p>` : ''}
</body>
</html>
`;
}

const styles = `
body { margin: 2rem auto; padding: 0 1rem; max-width: 70rem; font: 16px/1.5 system-ui, sans-serif;
  color: #2a1d10; background: #fffaf0; }
section { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: .35rem .75rem; border: 1px solid #d9c7a0; text-align: left; vertical-align: top; }
th { background: #f0e3c4; white-space: nowrap; }
td { overflow-wrap: anywhere; min-width: 6rem; }`;

function renderPart({ title, rows }: ExportedPart): string {
  const names = Object.keys(rows[0] ?? {});
  const head = names.map((name) => `<th scope="col">${escapeHtml(toLabel(name))}</th>`).join('');
  const body = rows.map((row) => {
    const values: unknown[] = Object.values(row);
    return `<tr>${values.map((value) => `<td>${escapeHtml(describe(value))}</td>`).join('')}</tr>`;
  });
  return `<h2>${escapeHtml(title)}</h2>
<section><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></section>`;
}

/** `created_at` becomes `Created at`. */
function toLabel(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return formatTime(value.toISOString());
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formatTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
