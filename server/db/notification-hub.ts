import type { DatabaseOptions } from './client.ts';

export type OnWarning = NonNullable<DatabaseOptions['onWarning']>;
export type NotificationHub = ReturnType<typeof createNotificationHub>;

type Subscription = {
  channel: string;
  onMessage: (payload: string) => void;
  onReconnect: (() => void) | undefined;
};

/** Who wants to hear what. One failing subscriber never keeps the message from the others. */
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
    /** Returns the function that removes the subscription again. */
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
    announceReconnect(): void {
      for (const subscription of subscriptions) call(() => subscription.onReconnect?.());
    },
  };
}
