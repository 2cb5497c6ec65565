import { readBlocks, splitAddresses } from '#shared/texts.ts';
import type { Block } from '#shared/texts.ts';

/** Plain text all the way: nothing in it can become markup. */
export function TextBlocks({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- a block is its place in the text
  return readBlocks(text).map((block, at) => <TextBlock key={at} block={block} />);
}

function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph') return <p>{withMail(block.text)}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{withMail(item)}</li>
      ))}
    </ul>
  );
}

/** Addresses to write to can be clicked. */
function withMail(text: string) {
  return splitAddresses(text).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the same address may stand there twice
      <a key={at} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
