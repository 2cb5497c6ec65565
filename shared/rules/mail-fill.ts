import type { FieldErrors } from '../errors.ts';

/** Written by an admin. `{name}` is a placeholder; `{link}` on a line of its own is the button. */
export type MailText = {
  subject: string;
  heading: string;
  text: string;
  /** The label of the button; null if the email has no link. */
  button: string | null;
};

export type MailPlaceholder = {
  name: string;
  description: string;
  sample: string;
  /** Must be in the text: without it the email is useless. */
  isRequired: boolean;
};

export type FilledMail = {
  subject: string;
  heading: string;
  /** Lines of one paragraph are separated by `\n`. */
  paragraphs: string[];
  action?: { label: string; url: string };
  closing?: string[];
};

const placeholder = /\{([^{}\n]*)\}/g;
const linkLine = /^[ \t]*\{link\}[ \t]*$/gm;

/** In one pass: a value that looks like a placeholder stays what it is, and no value adds a line. */
export function fillMail(
  { subject, heading, text, button }: MailText,
  values: Record<string, string>,
): FilledMail {
  const fill = (template: string) =>
    template.replaceAll(placeholder, (whole, name: string) =>
      Object.hasOwn(values, name) ? toOneLine(values[name] ?? '') : whole,
    );
  const [before = '', ...after] = text.replaceAll('\r\n', '\n').split(linkLine);
  const closing = after.flatMap((part) => fillParagraphs(part, fill));
  const url = values['link'];
  return {
    subject: toOneLine(fill(subject)),
    heading: toOneLine(fill(heading)),
    paragraphs: fillParagraphs(before, fill),
    ...(after.length > 0 &&
      button !== null &&
      url !== undefined && { action: { label: toOneLine(fill(button)), url } }),
    ...(closing.length > 0 && { closing }),
  };
}

/** The broken rules by field; undefined if the text can be sent. */
export function findTextProblems(
  mailText: MailText,
  placeholders: readonly Pick<MailPlaceholder, 'name' | 'isRequired'>[],
): FieldErrors | undefined {
  const { text, button, ...lines } = mailText;
  const hasLink = placeholders.some(({ name }) => name === 'link');
  const known = placeholders.map(({ name }) => name);
  const errors: FieldErrors = {};
  const addError = (field: string, error: string | undefined) => {
    if (error !== undefined) errors[field] ??= error;
  };
  if (hasLink && button === null) addError('button', 'Enter a label.');
  for (const [field, line] of Object.entries({ ...lines, button: button ?? '' })) {
    addError(field, findUnknown(line, known));
    if (listPlaceholders(line).includes('link')) {
      addError(field, '{link} can only be in the text.');
    }
  }
  addError('text', findUnknown(text, known));
  addError('text', findMissing(text, placeholders));
  addError('text', findLinkProblem(text));
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** Removes line breaks and other control characters. */
export function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** A paragraph or a line that is empty after filling is left out. */
function fillParagraphs(text: string, fill: (template: string) => string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => toOneLine(fill(line)))
        .filter(Boolean)
        .join('\n'),
    )
    .filter(Boolean);
}

function listPlaceholders(text: string): string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name);
}

function findUnknown(text: string, known: readonly string[]): string | undefined {
  const unknown = listPlaceholders(text).find((name) => !known.includes(name));
  return unknown === undefined ? undefined : `This email has no placeholder {${unknown}}.`;
}

function findMissing(
  text: string,
  placeholders: readonly Pick<MailPlaceholder, 'name' | 'isRequired'>[],
): string | undefined {
  const used = listPlaceholders(text);
  const missing = placeholders.find(({ name, isRequired }) => isRequired && !used.includes(name));
  return missing && `The text must contain {${missing.name}}.`;
}

function findLinkProblem(text: string): string | undefined {
  const all = listPlaceholders(text).filter((name) => name === 'link').length;
  if (all > 1) return 'Use {link} only once.';
  const isAlone = text.replaceAll('\r\n', '\n').match(linkLine)?.length === all;
  return all === 0 || isAlone
    ? undefined
    : 'Put {link} on a line of its own: the button appears there.';
}
