import { useState } from 'react';

import { checkValues, toNumber, useForm } from '#client/lib/form.ts';
import { formatCoins, useWords } from '#client/lib/words.ts';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { Form } from '#client/ui/form/form.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { TopUpSettings } from '#shared/endpoints/top-up.ts';

import { saveTopUps } from './supporters.queries.ts';

const maxPacks = 6;

type Line = { id: number; coins: number; bonus: number };

/** A top-up of at least so many coins brings a bonus. */
export function PacksForm({ settings }: { settings: TopUpSettings }) {
  const words = useWords();
  const [lines, setLines] = useState<Line[]>(() =>
    (settings.packs ?? []).map((pack, id) => ({ id, ...pack })),
  );
  const form = useForm({
    check: (fields) =>
      checkValues(TopUpSettings, {
        ...settings,
        packs: lines.map((_, at) => ({
          coins: toNumber(fields[`packs.${at}.coins`]),
          bonus: toNumber(fields[`packs.${at}.bonus`]),
        })),
      }),
    send: saveTopUps,
    done: 'The packs apply to new top-ups.',
  });
  function add() {
    const id = Math.max(-1, ...lines.map((line) => line.id)) + 1;
    const coins = (lines.at(-1)?.coins ?? settings.min) * 2;
    setLines([...lines, { id, coins, bonus: Math.ceil(coins / 10) }]);
  }
  return (
    <Form
      form={form}
      tone="secondary"
      submitLabel="Save Packs"
      buttons={
        lines.length < maxPacks && (
          <Button icon="plus" onClick={add}>
            Add Pack
          </Button>
        )
      }
    >
      {lines.length === 0 && (
        <Hint>None: a top-up brings exactly the {words.coins} that were paid for.</Hint>
      )}
      {lines.map((line, at) => (
        <Row key={line.id} nowrap align="end">
          <NumberField
            {...form.field(`packs.${at}.coins`)}
            label={`From ${words.coins}`}
            min={1}
            defaultValue={line.coins}
          />
          <NumberField
            {...form.field(`packs.${at}.bonus`)}
            label="Bonus"
            min={1}
            defaultValue={line.bonus}
          />
          <IconButton
            icon="trash"
            label={`Remove the pack from ${formatCoins(line.coins, words)}`}
            onClick={() => setLines(lines.filter((one) => one !== line))}
          />
        </Row>
      ))}
    </Form>
  );
}
