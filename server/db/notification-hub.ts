import type { OnWarning } from './database.ts';

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  onReconnect: (() => void) | undefined;
};

/** Keeps the subscriptions. If one subscriber throws, the others still get the message. */
export function createNotificationHub(onWarning: OnWarning) {
  const subscriptions = new Set<Subscription>();

  function call(work: () => void): void {
    try {
      work();
    } catch (error) {
      onWarning('A subscriber of database notifications failed.', error);
    }
  }

  return {
    /** Returns a function that removes the subscription. */
    add(subscription: Subscription): () => void {
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
    channels(): string[] {
      return [...new Set([...subscriptions].map((subscription) => subscription.channel))];
    },
    dispatch(channel: string, payload: string): void {
      for (const subscription of subscriptions) {
        if (subscription.channel === channel) call(() => subscription.onMessage(payload));
      }
    },
    publishReconnect(): void {
      for (const subscription of subscriptions) call(() => subscription.onReconnect?.());
    },
  };
}
