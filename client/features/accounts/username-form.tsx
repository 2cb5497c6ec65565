import type { ComponentProps } from 'react';
import * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Username } from '#shared/endpoints/accounts.ts';
import { usernameRule } from '#shared/rules/usernames.ts';

type Props = {
  /** Rejections are shown beside the field. */
  onUsername: (username: string) => Promise<void>;
  onCancel: () => void;
};

const Fields = z.object({ username: Username });

export function UsernameForm({ onUsername, onCancel }: Props) {
  const form = useForm({
    check: (fields) => checkValues(Fields, fields),
    send: ({ username }) => onUsername(username),
    onlyField: 'username',
  });
  return (
    <Form
      form={form}
      size="lg"
      block
      submitLabel="Continue"
      buttons={
        <Button tone="quiet" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <UsernameField {...form.field('username')} />
    </Form>
  );
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export function UsernameField(props: FieldProps) {
  return (
    <TextField
      required
      label="Username"
      icon="user"
      autoComplete="username"
      autoCapitalize="words"
      spellCheck={false}
      maxLength={12}
      hint={usernameRule}
      {...props}
    />
  );
}
