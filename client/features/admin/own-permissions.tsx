import { permissionTexts } from '#client/lib/permission-texts.ts';
import { useSession } from '#client/lib/session.ts';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

/** For staff who are not admins: what an admin has opened to them. */
export function OwnPermissions() {
  const { permissions } = useSession();
  return (
    <Panel variant="plain" heading="Your Permissions" icon="shield">
      <Entries>
        {permissions.map((permission) => {
          const { label, description, page } = permissionTexts[permission];
          return (
            <Entry
              key={permission}
              text={label}
              facts={description}
              actions={
                <LinkButton to={page} aria-label={`Open ${label}`} size="sm">
                  Open
                </LinkButton>
              }
            />
          );
        })}
      </Entries>
    </Panel>
  );
}
