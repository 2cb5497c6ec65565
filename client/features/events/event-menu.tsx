import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { call } from '#client/lib/api.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useIsOn } from '#client/lib/site.ts';
import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { linkItem } from '#client/ui/overlay/menu-link.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuItem } from '#client/ui/overlay/menu.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { canManageEvent } from '#shared/rules/events.ts';

import { showDeleted } from './events.queries.ts';
import { useHost } from './use-host.ts';

export type Scope = 'one' | 'following';

type Props = { event: GameEvent; onEdit: (scope: Scope) => void };

/** The rarer actions. Edit and Delete are for staff and the host. */
export function EventMenu({ event, onEdit }: Props) {
  const { data: user } = useQuery(sessionQuery);
  const host = useHost();
  const navigate = useNavigate();
  const { run } = useAction();
  const items: MenuItem[] = [
    {
      label: 'Add to calendar',
      icon: 'calendar',
      render: (props) => (
        <a href={`/events/${event.id}.ics`} download {...props}>
          {props.children}
        </a>
      ),
    },
    { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(event.id) },
  ];
  if (useIsOn()('inbox')) {
    items.push(
      linkItem('Report', 'warning', { to: '/support', search: { about: `event:${event.id}` } }),
    );
  }
  if (host) {
    items.push({
      label: 'Duplicate',
      icon: 'copy',
      onSelect: () => void navigate({ to: '/events', search: { copy: event.id }, replace: true }),
    });
  }
  const standing = user && { userRights: user.user_rights, permissions: user.permissions };
  if (standing && canManageEvent(standing, event.creatorId === user.username)) {
    const edit = { icon: 'pencil' } as const;
    const remove = { icon: 'trash', danger: true } as const;
    items.push(
      { ...edit, label: 'Edit', separated: true, onSelect: () => onEdit('one') },
      { ...remove, label: 'Delete', onSelect: () => void run(deletion(event.id, 'one')) },
    );
    if (event.repeat) {
      const following = () => void run(deletion(event.id, 'following'));
      items.push(
        {
          ...edit,
          label: 'Edit this and later',
          separated: true,
          onSelect: () => onEdit('following'),
        },
        { ...remove, label: 'Delete this and later', onSelect: following },
      );
    }
  }
  return (
    <Menu icon="more" size="sm" align="end" label={`Options for ${event.title}`} items={items} />
  );
}

async function copyLink(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/events?event=${id}`);
    showToast('Link copied.', { tone: 'success' });
  } catch {
    showToast('Your browser did not allow the link to be copied.', { tone: 'danger' });
  }
}

const questions = {
  one: 'Are you sure you want to delete this event?',
  following: 'Are you sure you want to delete this event and all later dates of it?',
};

function deletion(id: string, scope: Scope): Action {
  return {
    name: 'Delete',
    ask: questions[scope],
    danger: true,
    call: async () => {
      await call('DELETE /api/events/{id}', { params: { id }, query: { scope } });
      document.getElementById('events-list')?.focus({ preventScroll: true });
      showDeleted(id);
    },
    refresh: ['events'],
  };
}
