import { formatDateTime } from '#client/lib/dates.ts';
import type { AuditEntry } from '#shared/endpoints/audit.ts';

export type DiffRow = {
  field: string;
  before: string | undefined;
  after: string | undefined;
};

export function diffOf(before: unknown, after: unknown): DiffRow[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return fields
    .map((field) => ({
      field: toWords(field),
      before: field in old ? toText(old[field]) : undefined,
      after: field in now ? toText(now[field]) : undefined,
    }))
    .filter((row) => row.before !== row.after);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return { ...value };
  return { value };
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en');
  if (typeof value === 'string') return isTimestamp(value) ? formatDateTime(value) : value;
  if (Array.isArray(value))
    return value.map(toText).join(isPlain(value) ? ', ' : '; ') || 'nothing';
  const fields = Object.entries(value).map(([name, one]) => `${toWords(name)}: ${toText(one)}`);
  return fields.join(', ') || 'nothing';
}

function isPlain(values: unknown[]): boolean {
  return values.every((one) => typeof one !== 'object');
}

const foldedLength = 160;

/** The start of a long value; undefined if it is short enough to be shown in full. */
export function foldText(text: string): string | undefined {
  if (text.length <= foldedLength) return undefined;
  return `${text.slice(0, foldedLength).replace(/,?\s\S*$/, '')}…`;
}

function isTimestamp(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text);
}

/** `communityManager` and `community_manager` become `community manager`. */
function toWords(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
}

/** `accounts/rights-changed` becomes `Accounts: rights changed`. */
export function describeAction(action: string): string {
  const [feature = '', what = ''] = action.split('/');
  const words = toWords(feature);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${toWords(what)}`;
}

const nouns: Record<string, string> = {
  contracts: 'contract',
  deliveries: 'purchase',
  events: 'event',
  hiscores: 'server',
  news: 'post',
  polls: 'poll',
  servers: 'server',
};

/** Names the subject of an entry. Ids say little, so a name or a number of things is used where the log has one. */
export function describeSubject({ action, subject, before, after }: AuditEntry): string {
  const fields = { ...fieldsOf(before), ...fieldsOf(after) };
  if (action === 'contracts/imported') {
    return `${toText(fields['added'])} added, ${toText(fields['removed'])} removed`;
  }
  if (!subject) return '';
  if (!/^\d+(?:, \d+)*$/.test(subject)) return shorten(subject);
  const name = fields['title'] ?? fields['name'] ?? fields['item'];
  if (typeof name === 'string' && name !== '') return name;
  return `${nouns[action.split('/')[0] ?? ''] ?? 'number'} ${subject}`;
}

/** Shortens the hash of a picture. */
function shorten(subject: string): string {
  return /^[0-9a-f]{24,}$/.test(subject) ? `${subject.slice(0, 10)}…` : subject;
}
