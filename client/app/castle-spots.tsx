import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react';

import { useIsOn } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

import { castleWindows, findRoom } from './castle-windows.ts';
import type { Seats } from './castle-windows.ts';
import type { CastleState } from './use-castle.ts';

import styles from './castle.module.css';

type Props = { castle: CastleState; seats: Seats; before: Seats | undefined };

const gate = { x: 984, y: 470 };
const banner = { x: 1028, y: 320 };

/** The names, where the windows are: an ordinary list of links to everyone who does not look at the picture. */
export function CastleSpots({ castle, seats, before }: Props) {
  const { event, poll, players = [], more } = castle;
  const [current, setCurrent] = useState('');
  const seated = players.filter((name) => seats.has(name));
  const windows = seated.map((name) => castleWindows[seats.get(name)!]!);
  const points = [gate, banner, ...windows];
  // One at a time: several labels would cover each other.
  const newcomer = before && seated.find((name) => !before.has(name));
  const tabStop = seated.includes(current) ? current : seated[0];
  return (
    <>
      {event && (
        <div className={styles.spot} style={place(gate, 40, 36)}>
          <Spot>
            {(props) => (
              <Link to="/events" search={{ event: event.id }} {...props}>
                <Label>The gate is open: {event.title}</Label>
              </Link>
            )}
          </Spot>
        </div>
      )}
      {poll && (
        <div className={styles.spot} style={place(banner, findRoom(banner, points), 48)}>
          <Spot>
            {(props) => (
              <Link to="/polls/$id" params={{ id: poll.id }} {...props}>
                <Label>
                  {poll.leader
                    ? `“${poll.leader}” leads: ${poll.title}`
                    : `Open poll: ${poll.title}`}
                </Label>
              </Link>
            )}
          </Spot>
        </div>
      )}
      {players.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links are the targets
        <ul aria-label="Players online" className={styles.players} onKeyDown={moveFocus}>
          {seated.map((name, at) => (
            <li
              key={name}
              className={classNames(styles.spot, name === newcomer && styles.new)}
              style={place(windows[at]!, findRoom(windows[at]!, points))}
              data-end={windows[at]!.x > 1180 || undefined}
            >
              <PlayerSpot
                name={name}
                tabIndex={name === tabStop ? 0 : -1}
                onFocus={() => setCurrent(name)}
              />
            </li>
          ))}
          {players
            .filter((name) => !seats.has(name))
            .map((name) => (
              <li key={name} className="visually-hidden">
                {name}
              </li>
            ))}
          {more > 0 && <li className="visually-hidden">and {formatNumber(more)} more</li>}
        </ul>
      )}
    </>
  );
}

type PlayerProps = { name: string; tabIndex: number; onFocus: () => void };

function PlayerSpot({ name, ...focus }: PlayerProps) {
  const hasHiscores = useIsOn()('hiscores');
  return (
    <Spot>
      {(props) =>
        hasHiscores ? (
          <Link to="/hiscores" search={{ player: name }} preload={false} {...focus} {...props}>
            <Label>{name}</Label>
          </Link>
        ) : (
          <button type="button" {...focus} {...props}>
            <Label>{name}</Label>
          </button>
        )
      }
    </Spot>
  );
}

type SpotProps = {
  className: string | undefined;
  'data-shown': boolean;
  onClick: (event: MouseEvent) => void;
  onBlur: () => void;
};

/** Hover and focus show the label. Without hover, the first tap does, and the second one follows the link. */
function Spot({ children }: { children: (props: SpotProps) => ReactNode }) {
  const [isShown, setIsShown] = useState(false);
  return children({
    className: styles.target,
    'data-shown': isShown,
    onClick(event) {
      if (isShown || !matchMedia('(hover: none)').matches) return;
      event.preventDefault();
      setIsShown(true);
    },
    onBlur: () => setIsShown(false),
  });
}

function Label({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>;
}

/** The castle's windows are one tab stop: arrow keys move between them. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const targets = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.target}`)];
  const at = targets.findIndex((target) => target === document.activeElement);
  const last = targets.length - 1;
  const next: Record<string, number> = {
    ArrowRight: Math.min(at + 1, last),
    ArrowDown: Math.min(at + 1, last),
    ArrowLeft: Math.max(at - 1, 0),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  const target = targets[next[event.key] ?? -1];
  if (at < 0 || !target) return;
  event.preventDefault();
  target.focus();
}

/** A square around a point of the drawing, with the label so many pixels above it. */
function place({ x, y }: { x: number; y: number }, side: number, lift = 14): CSSProperties {
  return { '--x': x, '--y': y - 6, '--side': side, '--lift': `${lift}px` } as CSSProperties;
}
