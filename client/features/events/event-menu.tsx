import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { useAction } from '#client/lib/use-action.ts';
import type { Action } from '#client/lib/use-action.ts';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuItem } from '#client/ui/overlay/menu.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { GameEvent } from '#shared/endpoints/events.ts';
import { canManageEvent } from '#shared/rules/events.ts';

import { showDeleted } from './events.queries.ts';

type Props = { event: GameEvent; onEdit: () => void };

/** The rarer actions. Edit and Delete are for staff and the host. */
export function EventMenu({ event, onEdit }: Props) {
  const { data: user } = useQuery(sessionQuery);
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
  const standing = user && { userRights: user.user_rights, permissions: user.permissions };
  if (standing && canManageEvent(standing, event.creatorId === user.username)) {
    items.push(
      { label: 'Edit', icon: 'pencil', separated: true, onSelect: onEdit },
      {
        label: 'Delete',
        icon: 'trash',
        danger: true,
        onSelect: () => void run(deletion(event.id)),
      },
    );
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

function deletion(id: string): Action {
  return {
    name: 'Delete',
    ask: 'Are you sure you want to delete this event?',
    danger: true,
    call: async () => {
      await call('DELETE /api/events/{id}', { params: { id } });
      document.getElementById('events-list')?.focus({ preventScroll: true });
      showDeleted(id);
    },
    refresh: ['events'],
  };
}
