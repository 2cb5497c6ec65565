import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';

import { CastleDrawing } from './castle-drawing.tsx';
import { CastleSky } from './castle-sky.tsx';
import { CastleSpots } from './castle-spots.tsx';
import { seatPlayers } from './castle-windows.ts';
import type { Seats } from './castle-windows.ts';
import { Raven } from './raven.tsx';
import { useCastle } from './use-castle.ts';

import styles from './castle.module.css';

/** The hero's castle with what happens now: a lit window for each player online, an open gate during an event, the
 * banner in the colour of the leading answer, and the sky of the server's hour. Shown once the sky has loaded. */
export function Castle() {
  const castle = useCastle();
  const [isReady, setIsReady] = useState(false);
  const [seating, setSeating] = useState<Seating>({ players: undefined, seats: new Map() });
  if (castle.players !== seating.players) {
    const seats = seatPlayers(castle.players ?? [], seating.seats, castle.username);
    setSeating({ players: castle.players, seats, before: seating.players && seating.seats });
  }
  const { seats, before } = seating;
  return (
    <>
      <CastleSky time={castle.time} onReady={() => setIsReady(true)} />
      {isReady && (
        <div
          className={classNames(styles.frame, castle.time && styles[castle.time])}
          data-time={castle.time}
        >
          <div className={styles.castle}>
            <CastleDrawing
              lit={new Set(seats.values())}
              isGateOpen={castle.event !== undefined}
              tone={castle.poll?.tone}
            />
            <CastleSpots castle={castle} seats={seats} before={before} />
          </div>
        </div>
      )}
      <Raven />
    </>
  );
}

type Seating = {
  players: readonly string[] | undefined;
  seats: Seats;
  /** Undefined for the first players: only those who come later are greeted. */
  before?: Seats | undefined;
};
