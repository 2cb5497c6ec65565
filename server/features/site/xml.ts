/** Text for XML: escaped, and without the characters that no XML document may hold. */
export function escapeXml(text: string): string {
  // By way of UTF-8, which has no halves of characters.
  return Buffer.from(text)
    .toString()
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const forbidden = new RegExp(String.raw`[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]`, 'g');
