import { useWords } from '#client/lib/words.ts';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Crown } from '#client/ui/text/crown.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { rankNames } from '#shared/endpoints/players.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';

import styles from './manage-header.module.css';

export function ManageHeader({ user }: { user: ManagedUser }) {
  const { coins } = useWords();
  return (
    <Panel variant="plain" className={styles.header}>
      <Stack gap={2}>
        <Row as="h1" className={styles.name}>
          <Crown rights={user.userRights} />
          {user.username}
        </Row>
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
      <Facts
        inline
        facts={{
          [coins]: user.wyncoins !== null && (
            <>
              <RollingNumber value={user.wyncoins} />{' '}
              {user.isWalletFrozen && (
                <Text as="span" size="sm" tone="warning">
                  frozen
                </Text>
              )}
            </>
          ),
          'Total level': user.totalLevel?.toLocaleString('en'),
          Registered: <Timestamp at={user.createdAt} format="day" />,
          'Last seen': user.sessions?.[0] && <Timestamp at={user.sessions[0].lastSeenAt} />,
        }}
      />
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
