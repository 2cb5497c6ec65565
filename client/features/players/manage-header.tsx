import type { ReactNode } from 'react';

import { coinsWord } from '#client/lib/words.ts';
import { Chip } from '#client/ui/chip.tsx';
import { Crown } from '#client/ui/crown.tsx';
import { Row, Stack } from '#client/ui/layout.tsx';
import { LinkButton } from '#client/ui/link-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { RollingNumber } from '#client/ui/rolling-number.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { rankNames } from '#shared/players.ts';
import type { ManagedUser } from '#shared/players.ts';

import styles from './manage-header.module.css';

export function ManageHeader({ user }: { user: ManagedUser }) {
  return (
    <Panel variant="plain" className={styles.header}>
      <Stack gap={2}>
        <h1 className={styles.name}>
          <Crown rights={user.userRights} />
          {user.username}
        </h1>
        <Row as="p" gap={2}>
          <Chip tone={user.userRights > 0 ? 'gold' : 'neutral'}>{rankNames[user.userRights]}</Chip>
          {user.isOnline && (
            <Chip tone="moss" dot>
              In the game
            </Chip>
          )}
          {user.communityManager && (
            <Chip tone="sky" icon="calendar">
              Community manager
            </Chip>
          )}
          {user.hasTwoFactor && (
            <Chip tone="moss" icon="lock">
              Two-factor
            </Chip>
          )}
          {user.isOwn && <Chip icon="user">This is you</Chip>}
        </Row>
      </Stack>
      <dl className={styles.facts}>
        {user.wyncoins !== null && (
          <Fact label={coinsWord()}>
            <RollingNumber value={user.wyncoins} />
            {user.isWalletFrozen && <span className={styles.frozen}>frozen</span>}
          </Fact>
        )}
        <Fact label="Total level">{user.totalLevel?.toLocaleString('en') ?? '–'}</Fact>
        <Fact label="Registered">
          <Timestamp at={user.createdAt} format="day" />
        </Fact>
        {user.sessions && (
          <Fact label="Last seen">
            {user.sessions[0] ? <Timestamp at={user.sessions[0].lastSeenAt} /> : '–'}
          </Fact>
        )}
      </dl>
      {user.totalLevel !== null && (
        <LinkButton
          to="/hiscores"
          search={{ player: user.username }}
          tone="quiet"
          size="sm"
          icon="chart"
        >
          Hiscores
        </LinkButton>
      )}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
