import { type ComponentProps, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { Field, type FieldBasics } from '#client/ui/form/field.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import styles from './field.module.css';

type InputProps = Omit<ComponentProps<'input'>, keyof FieldBasics | 'type'>;

type TextProps = FieldBasics &
  InputProps & {
    type?: 'text' | 'email' | 'search' | 'url' | 'tel' | undefined;
    icon?: IconName | undefined;
  };

type NumberProps = FieldBasics & InputProps;

export function TextField({ icon, type = 'text', ...props }: TextProps) {
  return (
    <Field<ComponentProps<'input'>> {...props}>
      {(control) => (
        <div className={styles.wrap}>
          {icon && <Icon name={icon} className={styles.lead} />}
          {/* The browser can guess only what has a standard name, such as a username. */}
          <input autoComplete="off" {...control} type={type} className={styles.control} />
        </div>
      )}
    </Field>
  );
}

export function EmailField(props: Omit<TextProps, 'type'>) {
  return (
    <TextField
      autoComplete="email"
      inputMode="email"
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type="email"
    />
  );
}

export function NumberField(props: NumberProps) {
  return (
    <Field<ComponentProps<'input'>> {...props}>
      {(control) => (
        <input inputMode="numeric" {...control} type="number" className={styles.control} />
      )}
    </Field>
  );
}

// The toggle's label avoids the word "password", so that a search for that label finds only the field.
export function PasswordField(props: FieldBasics & InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field<ComponentProps<'input'>> {...props}>
      {(control) => (
        <div className={classNames(styles.wrap, styles.hasEnd)}>
          <input
            autoComplete="current-password"
            spellCheck={false}
            autoCapitalize="none"
            {...control}
            type={shown ? 'text' : 'password'}
            className={styles.control}
          />
          <IconButton
            className={styles.end}
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? 'Hide characters' : 'Show characters'}
            aria-controls={control.id}
            disabled={control.disabled}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}
