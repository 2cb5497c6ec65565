import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { ButtonLink } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';

export function SubscribePanel() {
  const isInBrowser = useInBrowser();
  return (
    <Panel heading="In Your Own Calendar" icon="bell">
      <Stack gap={3}>
        <Text tone="muted" className="sans">
          Subscribe once, and new events, changes and cancellations show up automatically.
        </Text>
        <Row gap={2}>
          <ButtonLink
            size="sm"
            icon="calendar"
            href={isInBrowser ? `webcal://${location.host}/events.ics` : '/events.ics'}
          >
            Subscribe
          </ButtonLink>
          <CopyButton text={() => `${location.origin}/events.ics`} label="Copy address" />
        </Row>
      </Stack>
    </Panel>
  );
}
