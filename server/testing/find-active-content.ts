import { type Element, JSDOM } from 'jsdom';

const { window } = new JSDOM('');
const parser = new window.DOMParser();

const elements = new Set(
  'h2 h3 h4 p br hr strong b em i u s ul ol li blockquote pre code a img figure figcaption table thead tbody tr th td'.split(
    ' ',
  ),
);
const attributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel', 'target'],
  img: ['src', 'srcset', 'sizes', 'alt', 'title', 'width', 'height', 'loading', 'decoding'],
  ol: ['start'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/** Parses the HTML and returns everything a browser could run or fetch; empty if it is harmless. */
export function findActiveContent(html: string): string[] {
  const found: string[] = [];
  // A page can show it in two ways: as a separate document, and inside an element.
  const inner = window.document.createElement('div');
  inner.innerHTML = html;
  for (const root of [parser.parseFromString(html, 'text/html').body, inner]) {
    // Not querySelectorAll: in jsdom each call on a new document adds listeners to the window and never
    // removes them, so the hundredth call is much slower than the first.
    for (const element of root.getElementsByTagName('*')) found.push(...findIn(element));
  }
  return [...new Set(found)];
}

function findIn(element: Element): string[] {
  const name = element.localName;
  const found =
    elements.has(name) && element.namespaceURI === 'http://www.w3.org/1999/xhtml'
      ? []
      : [`element ${name}`];
  for (const { name: attribute, value } of element.attributes) {
    if (!attributes[name]?.includes(attribute)) found.push(`attribute ${name} ${attribute}`);
    if (attribute === 'href' && !/^(?:https?:\/\/|mailto:|\/(?![/\\]))/.test(value))
      found.push(`link ${value}`);
    if (
      attribute === 'src' &&
      !/^(?:\/media\/[\da-f]{32}-\d+\.webp|https:\/\/i\.example\.com\/.*)$/.test(value)
    )
      found.push(`picture ${value}`);
  }
  return found;
}
