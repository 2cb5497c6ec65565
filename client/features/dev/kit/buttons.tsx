import { useState } from 'react';

import { Button, ButtonLink, IconButton } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { each, Example } from './example.tsx';

const tones = ['primary', 'secondary', 'danger', 'quiet'] as const;

export function Buttons() {
  const [pending, setPending] = useState(false);
  function tryIt() {
    setPending(true);
    setTimeout(() => setPending(false), 1500);
  }
  return (
    <Stack as={Panel}>
      <Example label="Tones">
        {each(tones, (tone) => (
          <Button tone={tone}>{tone}</Button>
        ))}
        {each(tones, (tone) => (
          <Button tone={tone} disabled>
            {tone}
          </Button>
        ))}
      </Example>
      <Example label="Sizes">
        {each(['lg', 'md', 'sm'], (size) => (
          <Button size={size}>{size}</Button>
        ))}
      </Example>
      <Example label="Pending">
        <Button pending>Searching</Button>
        <Button tone="primary" pending={pending} onClick={tryIt}>
          Try It
        </Button>
      </Example>
      <Example label="Links and icons">
        <ButtonLink href="#buttons" tone="primary" icon="download">
          Download
        </ButtonLink>
        <IconButton icon="pencil" label="Edit" />
        <IconButton icon="trash" label="Delete" tone="danger" />
        <IconButton icon="refresh" label="Reload" tone="secondary" />
        <IconButton icon="close" label="Remove" size="sm" />
      </Example>
    </Stack>
  );
}
