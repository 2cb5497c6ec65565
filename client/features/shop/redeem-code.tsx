import { useRef, useState } from 'react';

import { change } from '#client/lib/change.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { Button } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import * as endpoints from '#shared/endpoints/codes.ts';

/** In the store and in the wallet. */
export function RedeemCode() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="key" onClick={() => setIsOpen(true)}>
        Redeem a Code
      </Button>
      {isOpen && <RedeemDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RedeemDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    check: (fields) => checkValues(endpoints.redeemCode.body!, fields),
    send: (body) => change('me', 'POST /api/shop/codes/redeem', { body }),
    onDone: ({ message }) => {
      onClose();
      void showAlert(message, 'success');
    },
    onlyField: 'code',
  });
  return (
    <FormDialog
      form={form}
      title="Redeem a Code"
      submitLabel="Redeem"
      initialFocus={field}
      onClose={onClose}
    >
      <TextField
        {...form.field('code')}
        ref={field}
        required
        label="Code"
        hint="Capitals, spaces and hyphens do not matter."
        placeholder="XXXX-XXXX-XXXX-XXXX"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
      />
    </FormDialog>
  );
}
