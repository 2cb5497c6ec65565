import { useState } from 'react';

import { Button, buttonClass } from '#client/ui/form/button.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { askConfirm, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { linkItem } from '#client/ui/overlay/menu-link.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';

import { each, Example } from './example.tsx';

export function Overlays() {
  return (
    <Stack as={Panel}>
      <Questions />
      <Dialogs />
      <Menus />
      <Example label="Toast">
        <Button onClick={() => showToast('Changes saved.', { tone: 'success' })}>Success</Button>
        {each(['info', 'warning', 'danger'], (tone) => (
          <Button onClick={() => showToast('The game responds slowly.', { tone })}>{tone}</Button>
        ))}
      </Example>
      <Example label="Tooltip">
        <Tooltip text="Experience is kept in tenths and shown without them.">
          {(trigger) => <Button {...trigger}>Hover or Focus Me</Button>}
        </Tooltip>
      </Example>
    </Stack>
  );
}

function Questions() {
  const [answer, setAnswer] = useState('No answer yet.');
  async function ask(confirmLabel: string, tone: 'primary' | 'danger') {
    const question = 'Buy Lantern of Dusk for 250 coins?';
    const confirmed = await askConfirm(question, { confirmLabel, tone });
    setAnswer(confirmed ? 'Answered yes.' : 'Answered no.');
  }
  async function askTwice() {
    await Promise.all([showAlert('First message.'), showAlert('Second message.')]);
    setAnswer('Both were closed.');
  }
  const alert = 'Your vote has been counted.\nThank you for taking part!';
  return (
    <Example label="Alert and confirm">
      <Button onClick={() => void showAlert(alert, 'success')}>Show Alert</Button>
      <Button onClick={() => void ask('Buy', 'primary')}>Ask to Confirm</Button>
      <Button tone="danger" onClick={() => void ask('Delete', 'danger')}>
        Confirm a Deletion
      </Button>
      <Button onClick={() => void askTwice()}>Two in a Row</Button>
      <output>{answer}</output>
    </Example>
  );
}

function Dialogs() {
  const [size, setSize] = useState<'md' | 'lg' | null>(null);
  const close = () => setSize(null);
  return (
    <Example label="Dialog">
      <Button onClick={() => setSize('md')}>Open Dialog</Button>
      <Button onClick={() => setSize('lg')}>Open Large Dialog</Button>
      {size && (
        <Dialog
          size={size}
          title="Host an Event"
          onClose={close}
          footer={
            <Button tone="primary" onClick={close}>
              Create Event
            </Button>
          }
        >
          <TextField label="Event name" required />
        </Dialog>
      )}
    </Example>
  );
}

function Menus() {
  const choose = (label: string) => ({ label, onSelect: () => showToast(`${label} chosen.`) });
  return (
    <Example label="Menu">
      <Menu
        label="Actions"
        icon="pencil"
        items={[
          { ...choose('Edit'), icon: 'pencil' },
          { ...choose('Duplicate'), icon: 'copy' },
          { ...choose('Delete'), icon: 'trash', danger: true, separated: true },
        ]}
      />
      <Menu
        label="Community"
        purpose="navigation"
        className={buttonClass({ tone: 'quiet' })}
        items={[
          linkItem('News', 'news', { to: '/news' }),
          linkItem('Events', 'calendar', { to: '/events' }),
        ]}
      />
      <Menu label="More" icon="more" align="end" items={[choose('Log out')]} />
    </Example>
  );
}
