import { useMutation } from '@tanstack/react-query';

import { moveItem } from '#client/lib/move-item.ts';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/form/button.tsx';
import { LineButtons } from '#client/ui/form/line-buttons.tsx';
import { Switch } from '#client/ui/form/switch.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { askConfirm, showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { EditedLabel } from '#shared/endpoints/labels.ts';
import { labelLimits } from '#shared/rules/labels.ts';
import type { LabelListName } from '#shared/rules/labels.ts';

import type { LabelTexts } from './label-texts.ts';
import { changeLabels } from './labels.queries.ts';

import styles from './label-lines.module.css';

type Props = {
  list: LabelListName;
  labels: readonly EditedLabel[];
  texts: LabelTexts;
  onEdit: (label: EditedLabel) => void;
};

/** The list as visitors see it. Every change is saved at once. */
export function LabelLines({ list, labels, texts, onEdit }: Props) {
  const saving = useMutation({
    // One after the other: each save needs the version that the one before it made.
    scope: { id: `labels ${list}` },
    mutationFn: (change: Parameters<typeof changeLabels>[1]) => changeLabels(list, change),
    onError: (error) => void showAlert(error.message),
  });

  async function remove({ key, name, uses }: EditedLabel) {
    // The server says why a label in use stays.
    const isSure =
      uses > 0 ||
      (await askConfirm(`Delete “${name}”?`, { confirmLabel: 'Delete', tone: 'danger' }));
    if (isSure) saving.mutate((now) => now.filter((label) => label.key !== key));
  }

  return (
    <Panel variant="plain" pad="none">
      <ol className="sans">
        {labels.map((label, at) => (
          <Row as="li" key={label.key} className={styles.line}>
            <Row className={classNames(styles.label, label.isHidden && styles.hidden)}>
              <Chip tone={label.tone} icon={label.icon}>
                {label.name}
              </Chip>
              <Text as="span" size="sm" tone="muted">
                {describeUses(label, texts)}
              </Text>
            </Row>
            <div className={styles.tools}>
              <Switch
                label={`Offer ${label.name}`}
                checked={!label.isHidden}
                onChange={(isShown) =>
                  saving.mutate((now) =>
                    now.map((one) =>
                      one.key === label.key ? { ...one, isHidden: !isShown } : one,
                    ),
                  )
                }
              />
              <div className={styles.buttons}>
                <IconButton
                  size="sm"
                  icon="pencil"
                  label={`Edit ${label.name}`}
                  onClick={() => onEdit(label)}
                />
                <LineButtons
                  name={label.name}
                  isFirst={at === 0}
                  isLast={at === labels.length - 1}
                  onMove={(by) =>
                    saving.mutate((now) =>
                      moveItem(
                        now,
                        now.findIndex(({ key }) => key === label.key),
                        by,
                      ),
                    )
                  }
                  onRemove={() => void remove(label)}
                />
              </div>
            </div>
          </Row>
        ))}
      </ol>
      <Text size="sm" tone="muted" className={styles.note}>
        Turn one off to hide it: it is no longer offered, and {texts.many} that have it keep it.
        {labels.length >= labelLimits.most && ` The list is full: it has ${labelLimits.most}.`}
      </Text>
    </Panel>
  );
}

function describeUses({ uses, isHidden }: EditedLabel, { one, many }: LabelTexts): string {
  const count =
    uses === 0 ? `No ${many}` : `${uses.toLocaleString('en')} ${uses === 1 ? one : many}`;
  return isHidden ? `${count} · Hidden` : count;
}
