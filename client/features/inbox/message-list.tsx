import { classNames } from '#client/ui/class-names.ts';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ThreadMessage } from '#shared/endpoints/inbox.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import styles from './messages.module.css';

/** The conversation of a thread: the player writes on stone, the staff on parchment. */
export function MessageList({ messages }: { messages: readonly ThreadMessage[] }) {
  return (
    <Stack as="ol" gap={4}>
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </Stack>
  );
}

function Message({ message }: { message: ThreadMessage }) {
  const { isStaff, isNote, author, at, text, pictures } = message;
  const side = isNote ? styles.note : isStaff ? styles.staff : styles.player;
  return (
    <li className={classNames(styles.message, side)}>
      <Row gap={2} className={styles.head}>
        <strong>{author || (isStaff ? 'The staff' : 'Deleted account')}</strong>
        {isNote && <Chip icon="lock">Note for the Staff</Chip>}
        <Text as="span" tone="muted" figures>
          {isStaff && !isNote && author && 'Staff · '}
          <Timestamp at={at} />
        </Text>
      </Row>
      <p className={styles.text}>{text}</p>
      {pictures.length > 0 && (
        <Row as="ul" gap={2}>
          {pictures.map((picture, index) => (
            <li key={picture.url}>
              <a href={picture.src} target="_blank" rel="noreferrer" className={styles.picture}>
                <Thumbnail
                  picture={picture}
                  alt={`Picture ${index + 1} of ${pictures.length}, opens in a new tab`}
                />
              </a>
            </li>
          ))}
        </Row>
      )}
    </li>
  );
}

export function Thumbnail({ picture, alt }: { picture: Picture; alt: string }) {
  return (
    <img
      className={styles.thumbnail}
      src={picture.src}
      srcSet={picture.srcset}
      sizes="120px"
      alt={alt}
      width={picture.width}
      height={picture.height}
      loading="lazy"
      decoding="async"
    />
  );
}
