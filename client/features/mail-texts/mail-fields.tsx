import { useRef } from 'react';
import { flushSync } from 'react-dom';

import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

import type { MailTextForm } from './use-mail-text.ts';

import styles from './mail-fields.module.css';

type Props = { mail: EditedMail; editing: MailTextForm };

type Writable = HTMLInputElement | HTMLTextAreaElement;
type FieldName = keyof MailText;

export function MailFields({ mail, editing }: Props) {
  const { draft, change, form } = editing;
  const fields = useRef<HTMLDivElement>(null);
  const lastUsed = useRef<FieldName>('text');
  const bind = (name: FieldName) => ({
    ...form.field(name),
    required: true,
    value: draft[name] ?? '',
    onFocus: () => {
      lastUsed.current = name;
    },
    onChange: ({ target }: { target: Writable }) => change({ [name]: target.value }),
  });

  /** At the caret of the field that was used last. A link can only be in the text. */
  function insert(placeholder: string) {
    const name = placeholder === 'link' ? 'text' : lastUsed.current;
    const field = fields.current?.querySelector<Writable>(`[name="${name}"]`);
    if (!field) return;
    const start = field.selectionStart ?? field.value.length;
    const added = `{${placeholder}}`;
    const value =
      field.value.slice(0, start) + added + field.value.slice(field.selectionEnd ?? start);
    flushSync(() => change({ [name]: value }));
    field.focus();
    field.setSelectionRange(start + added.length, start + added.length);
  }

  return (
    <Stack ref={fields} gap={4}>
      <TextField label="Subject" maxLength={150} {...bind('subject')} />
      <TextField label="Heading" maxLength={100} {...bind('heading')} />
      <TextareaField
        label="Text"
        hint={
          draft.button === null
            ? 'An empty line begins a new paragraph.'
            : 'An empty line begins a new paragraph. The button appears where {link} is.'
        }
        rows={11}
        maxLength={4000}
        {...bind('text')}
      />
      {draft.button !== null && <TextField label="Button" maxLength={40} {...bind('button')} />}
      <Panel variant="plain" pad="sm" heading="Placeholders" headingLevel={3}>
        <Stack as="ul" gap={2} className={styles.placeholders}>
          {mail.placeholders.map(({ name, description, isRequired }) => (
            <li key={name}>
              <button
                type="button"
                className={styles.placeholder}
                aria-label={`Insert {${name}}`}
                onClick={() => insert(name)}
              >
                {`{${name}}`}
              </button>
              <Text as="span" size="md" tone="muted">
                {description}
                {isRequired && (
                  <Text as="strong" tone="bright">
                    {' '}
                    Required.
                  </Text>
                )}
              </Text>
            </li>
          ))}
        </Stack>
      </Panel>
    </Stack>
  );
}
