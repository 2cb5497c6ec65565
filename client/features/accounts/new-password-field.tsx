import { useState } from 'react';
import type { ComponentProps } from 'react';

import { PasswordField } from '#client/ui/form/text-field.tsx';
import { passwordLength } from '#shared/endpoints/accounts.ts';

const longHint = `The game takes at most ${passwordLength.inGame} characters. To play, set a game password in your settings.`;

/** Says so when the password is too long for the game, which otherwise only answers that it is wrong. */
export function NewPasswordField({ hint, ...props }: ComponentProps<typeof PasswordField>) {
  const [isTooLong, setIsTooLong] = useState(false);
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint={isTooLong ? longHint : hint}
      onInput={({ currentTarget }) =>
        setIsTooLong(currentTarget.value.length > passwordLength.inGame)
      }
    />
  );
}
