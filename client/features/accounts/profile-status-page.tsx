import { EmptyState } from '#client/ui/empty-state.tsx';
import { LinkButton } from '#client/ui/link-button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { SiteText } from '#client/ui/site-text.tsx';

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
