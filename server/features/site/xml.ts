export function escapeXml(text: string): string {
  // Converting to UTF-8 and back replaces lone surrogates.
  return Buffer.from(text)
    .toString()
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const forbidden = new RegExp(String.raw`[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]`, 'g');
