export type Contents = { html: string; headings: { id: string; label: string }[] };

/** Below this a page needs no contents. */
const least = 4;

/** Gives the headings ids to link to. `label` is HTML, as safe as the text that it comes from. */
export function findContents(content: string): Contents {
  const headings: Contents['headings'] = [];
  const html = content.replaceAll(/<h2>(.*?)<\/h2>/gs, (_, inner: string) => {
    const id = `part-${headings.length + 1}`;
    headings.push({ id, label: inner.replaceAll(/<[^>]*>/g, '') });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return headings.length < least ? { html: content, headings: [] } : { html, headings };
}
