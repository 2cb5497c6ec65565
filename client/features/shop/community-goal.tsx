import { useQuery } from '@tanstack/react-query';

import { Progress } from '#client/ui/feedback/progress.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { onHomeQuery } from './shop.queries.ts';

import styles from './community-goal.module.css';

/** The last section of the home page and of the store, if the owner has set a goal. */
export function CommunityGoal() {
  const { data } = useQuery(onHomeQuery);
  if (!data?.goal) return null;
  const { text, amount, raised, currency, supporters } = data.goal;
  const share = raised / amount;
  return (
    <section aria-labelledby="goal">
      <SectionHeading id="goal">This Month’s Goal</SectionHeading>
      <Panel variant="ornate" className={styles.goal}>
        <div>
          <Progress label={text} value={share} valueText={`${Math.floor(share * 100)}%`} />
          <p className={styles.sums}>
            <strong>{formatAmount(raised, currency)}</strong> of {formatAmount(amount, currency)}
            {share >= 1 && ': reached, thank you!'}
          </p>
        </div>
        <LinkButton to="/shop" search={{ topup: true }} tone="primary" icon="coins">
          Support
        </LinkButton>
        {supporters.length > 0 && (
          <Row as="ul" gap={3} className={styles.names} aria-label="Latest supporters">
            {supporters.map(({ username, step }) => (
              <li key={username}>
                <PlayerName name={username} supporter={step} />
              </li>
            ))}
          </Row>
        )}
      </Panel>
    </section>
  );
}
