import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';

export function ProfileStatusPage() {
  return (
    <Panel variant="ornate">
      <EmptyState
        scene="watchtower"
        heading="Coming Soon!"
        text={
          <SiteText
            name="profileStatus"
            original="The scouts are still out. Until they report, the hiscores know where everybody stands."
          />
        }
        action={<LinkButton to="/hiscores">See the Hiscores</LinkButton>}
      />
    </Panel>
  );
}
