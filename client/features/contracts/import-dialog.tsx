import { useRef, useState } from 'react';

import { change } from '#client/lib/change.ts';
import type { Checked } from '#client/lib/form.ts';
import { useForm } from '#client/lib/form.ts';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { RadioCards } from '#client/ui/form/choice.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import type { ContractFile } from '#shared/endpoints/contracts.ts';

import { readContractFile } from './contract-form.ts';

type Props = { existing: number; onClose: () => void };
type Chosen = { name: string; file: ContractFile };

export function ImportDialog({ existing, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [mode, setMode] = useState<'add' | 'replace'>('add');
  const form = useForm({
    check: (): Checked<ContractFile> => (chosen ? { data: chosen.file } : { errors: {} }),
    send: (file) =>
      change('admin', 'POST /api/admin/contracts/import', { body: { ...file, mode } }),
    done: ({ added, removed }) =>
      `${added} contracts added${removed ? `, ${removed} deleted` : ''}.`,
    onDone: onClose,
  });

  async function choose(picked: File | undefined) {
    if (!picked) return;
    const { file, problem: found } = readContractFile(await picked.text());
    setProblem(found);
    setChosen(file && { name: picked.name, file });
  }

  return (
    <Dialog title="Import Contracts" onClose={onClose}>
      <Form
        form={form}
        submitLabel="Import"
        tone={mode === 'replace' ? 'danger' : 'primary'}
        disabled={!chosen || Boolean(problem)}
        buttons={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>A JSON file from Export, or a JSON array of contracts.</p>
        <Row>
          <input
            ref={input}
            type="file"
            accept=".json,application/json"
            aria-label="Contracts file"
            className="visually-hidden"
            tabIndex={-1}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Button icon="upload" onClick={() => input.current?.click()}>
            {chosen ? 'Choose Another File' : 'Choose a File'}
          </Button>
        </Row>
        <Failure error={problem} />
        {chosen && !problem && (
          <>
            <Callout live>
              {chosen.name}: {chosen.file.contracts.length} contracts, all valid.
            </Callout>
            <RadioCards
              legend="Existing contracts"
              name="mode"
              value={mode}
              options={[
                {
                  value: 'add',
                  label: 'Keep',
                  description: 'The contracts of the file are added.',
                },
                {
                  value: 'replace',
                  label: 'Replace',
                  description: `The ${existing} existing contracts are deleted.`,
                },
              ]}
              onChange={(value) => setMode(value === 'replace' ? 'replace' : 'add')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
