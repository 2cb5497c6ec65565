import type { Live, LiveMessage } from '#server/lib/data/live.ts';

/**
 * Records what the site publishes. A subscriber would not do: messages that triggers of the database send arrive at
 * any time, and would be counted for the wrong request.
 */
export function recordTopics(live: Live) {
  const original = { ...live };
  let messages: LiveMessage[] = [];
  live.publish = (db, message) => {
    messages.push(message);
    return original.publish(db, message);
  };
  live.prepare = (message) => {
    const hint = original.prepare(message);
    const deliver = () => {
      messages.push(message);
      hint.deliver();
    };
    return { ...hint, deliver };
  };
  return {
    /** The topics since the last call, each once, sorted; `me` is that of the given player. */
    take(player?: { id: number }): string {
      const topics = messages.map(({ topic, accountId }) =>
        topic === 'me' && accountId !== player?.id ? `me of ${accountId}` : topic,
      );
      messages = [];
      return [...new Set(topics)].toSorted().join(' ');
    },
  };
}
