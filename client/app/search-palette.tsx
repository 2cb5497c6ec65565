import { useState } from 'react';

import { PaletteDialog } from './palette-dialog.tsx';
import { useSiteChoices } from './site-choices.ts';

/** For visitors and players. Staff have the palette of command-palette.tsx, which also finds all of this. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <PaletteDialog
      label="Search"
      purpose="Search players, news, events"
      text={text}
      onText={setText}
      onClose={onClose}
      {...useSiteChoices(text)}
    />
  );
}
