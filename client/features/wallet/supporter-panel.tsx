import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { useAction } from '#client/lib/use-action.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { Progress } from '#client/ui/feedback/progress.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';

import { ownSupporterQuery } from './wallet.queries.ts';

/** Nothing on a site without supporter ranks. */
export function SupporterPanel() {
  const { data } = useQuery(ownSupporterQuery);
  const { run, isPending } = useAction();
  const words = useWords();
  if (!data?.step && !data?.next) return null;
  const { coins, step, next, isNamed } = data;
  const save = () => call('PUT /api/supporters/mine', { body: { isNamed: !isNamed } });
  return (
    <Panel heading="Supporter" icon="coronet">
      <Stack gap={4}>
        {step && (
          <div>
            <Row gap={2} nowrap>
              <ListIcon name={step.icon} colour={step.colour} size="md" />
              <Text as="strong">{step.name}</Text>
            </Row>
            {step.thanks && <Text>{step.thanks}</Text>}
          </div>
        )}
        {next && (
          <Progress
            label={`${formatCoins(next.coins - coins, words)} to ${next.name}`}
            value={coins / next.coins}
            valueText={`${coins.toLocaleString('en')} of ${next.coins.toLocaleString('en')}`}
          />
        )}
        <Checkbox
          label="Name me among the latest supporters"
          hint="On the home page, if the site shows a goal for the month. Never with an amount."
          checked={isNamed}
          disabled={isPending}
          onChange={() => void run({ call: save, refresh: ['me'] })}
        />
      </Stack>
    </Panel>
  );
}
