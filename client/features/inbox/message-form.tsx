import { useState } from 'react';
import type { Dispatch, ReactNode, RefObject, SetStateAction } from 'react';
import type * as z from 'zod/mini';

import { checkValues, useForm } from '#client/lib/form.ts';
import type { Form as FormState, FormFields } from '#client/lib/form.ts';
import { useUpload } from '#client/lib/use-upload.ts';
import { UploadProgress } from '#client/ui/feedback/upload-progress.tsx';
import { IconButton } from '#client/ui/form/button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { FileButton, PictureDrop } from '#client/ui/form/picture-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { inboxLimits } from '#shared/endpoints/inbox.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { Thumbnail } from './message-list.tsx';

import styles from './messages.module.css';

type Controls = Pick<FormState, 'field'> & { setText: Dispatch<SetStateAction<string>> };

type Props<S extends z.core.$ZodType, Answer> = {
  /** `NewMessage`, or one that extends it. */
  schema: S;
  /** Fields that are not text, and values without a field. */
  values?: (fields: FormFields) => object;
  send: (data: z.output<S>) => Promise<Answer>;
  /** Called after the form was emptied. */
  onDone?: (answer: Answer) => unknown;
  onError?: (error: Error) => unknown;
  done?: string;
  label?: string;
  hint?: string | undefined;
  submitLabel?: string;
  textField?: RefObject<HTMLTextAreaElement | null>;
  /** Further fields above the text. */
  children?: (controls: Controls) => ReactNode;
  /** Beside the submit button. One of type submit with a name is among the fields. */
  buttons?: ReactNode;
};

/** A text with up to four pictures, which are chosen, dropped or pasted. */
export function MessageForm<S extends z.core.$ZodType, Answer>({
  schema,
  values,
  send,
  onDone,
  label = 'Message',
  hint,
  submitLabel = 'Send',
  textField,
  children,
  buttons,
  ...outcome
}: Props<S, Answer>) {
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const upload = useUpload(
    (picture) => setPictures((before) => [...before, picture]),
    'POST /api/support/pictures',
  );
  const form = useForm({
    ...outcome,
    check: (fields) =>
      checkValues(schema, {
        ...fields,
        ...values?.(fields),
        text,
        pictures: pictures.map(({ url }) => url),
      }),
    send,
    onDone(answer: Answer) {
      form.reset();
      setText('');
      setPictures([]);
      upload.reset();
      return onDone?.(answer);
    },
  });
  const isFull = pictures.length >= inboxLimits.pictures;

  function add(file: File | undefined) {
    if (file && !isFull && !upload.isPending) upload.start(file);
  }

  return (
    <PictureDrop className={undefined} onFile={add}>
      <Form
        form={form}
        submitLabel={submitLabel}
        icon="mail"
        disabled={upload.isPending}
        buttons={buttons}
      >
        {children?.({ field: form.field, setText })}
        <TextareaField
          {...form.field('text')}
          ref={textField}
          label={label}
          hint={hint}
          required
          rows={5}
          maxLength={inboxLimits.text}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPaste={({ clipboardData }) => add(clipboardData.files[0])}
        />
        <Stack gap={3}>
          {pictures.length > 0 && (
            <Row as="ul" gap={2}>
              {pictures.map((picture, index) => (
                <li key={picture.url} className={styles.chosen}>
                  <Thumbnail picture={picture} alt={`Picture ${index + 1}`} />
                  <IconButton
                    className={styles.remove}
                    tone="secondary"
                    size="sm"
                    icon="close"
                    label={`Remove picture ${index + 1}`}
                    onClick={() => setPictures(pictures.filter((one) => one !== picture))}
                  />
                </li>
              ))}
            </Row>
          )}
          <UploadProgress upload={upload} />
          {!isFull && (
            <FileButton label="Picture file" pending={upload.isPending} onFile={add}>
              Add a Picture
            </FileButton>
          )}
        </Stack>
      </Form>
    </PictureDrop>
  );
}
