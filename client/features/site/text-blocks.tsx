import { readBlocks, splitAddresses } from '#shared/text-format.ts';
import type { Block } from '#shared/text-format.ts';

/** Renders plain text only: nothing in it can become markup. */
export function TextBlocks({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- a block is identified by its position
  return readBlocks(text).map((block, at) => <TextBlock key={at} block={block} />);
}

function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h2>{block.text}</h2>;
  if (block.kind === 'paragraph') return <p>{linkEmails(block.text)}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{linkEmails(item)}</li>
      ))}
    </ul>
  );
}

function linkEmails(text: string) {
  return splitAddresses(text).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the same address may occur twice
      <a key={at} href={`mailto:${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
