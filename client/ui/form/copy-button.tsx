import { useEffect, useState } from 'react';

import { Button, type ButtonLook } from '#client/ui/form/button.tsx';

type Props = ButtonLook & {
  /** A function if the text is known only in the browser. */
  text: string | (() => string);
  label?: string | undefined;
  copiedLabel?: string | undefined;
  className?: string | undefined;
};

export function CopyButton({
  text,
  label = 'Copy',
  copiedLabel = 'Copied',
  tone = 'quiet',
  size = 'sm',
  ...rest
}: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      {...rest}
      tone={tone}
      size={size}
      icon={copied ? 'check' : 'copy'}
      onClick={() => {
        // If the browser refuses (no permission, plain http), the label does not change.
        navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
          () => setCopied(true),
          () => {},
        );
      }}
    >
      <span aria-live="polite">{copied ? copiedLabel : label}</span>
    </Button>
  );
}
