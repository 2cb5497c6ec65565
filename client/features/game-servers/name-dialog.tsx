import { useForm } from '#client/lib/form.ts';
import { Form } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';

type Props = {
  title: string;
  submitLabel: string;
  initial?: string | undefined;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

export function NameDialog({ title, submitLabel, initial = '', onSave, onClose }: Props) {
  const form = useForm({
    check: (fields) => ({ data: fields['name']?.trim() ?? '' }),
    send: onSave,
    onDone: onClose,
    onlyField: 'name',
  });
  return (
    <Dialog size="sm" title={title} onClose={onClose}>
      <Form form={form} block submitLabel={submitLabel}>
        <TextField
          required
          {...form.field('name')}
          label="Name"
          hint="Players see it if there is more than one server."
          defaultValue={initial}
          maxLength={40}
        />
      </Form>
    </Dialog>
  );
}
