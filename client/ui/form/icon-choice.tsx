import { useState } from 'react';

import { ListIcon } from '#client/ui/icon/list-icon.tsx';
import { Tiles } from '#client/ui/layout/tiles.tsx';
import { toneLabels } from '#client/ui/tone-labels.ts';
import type { LabelTone } from '#shared/rules/labels.ts';
import { listIcons, toListName } from '#shared/rules/list-icons.ts';
import type { ListIcon as ListIconName } from '#shared/rules/list-icons.ts';

type Props = {
  icon: ListIconName;
  /** Omitted if the icon has no colour of its own. */
  colour?: LabelTone | undefined;
};

/** The fields `icon` and `colour` of a form, with their first values. */
export function IconChoice(first: Props) {
  const [icon, setIcon] = useState(first.icon);
  const [colour, setColour] = useState(first.colour);
  return (
    <>
      <Tiles
        size="small"
        legend="Icon"
        name="icon"
        value={icon}
        labels={iconLabels}
        onChange={setIcon}
      >
        {(value) => <ListIcon name={value} size="md" colour={colour} />}
      </Tiles>
      {colour && (
        <Tiles
          size="small"
          legend="Colour"
          name="colour"
          value={colour}
          labels={toneLabels}
          onChange={setColour}
        >
          {(value) => <ListIcon name={icon} size="md" colour={value} />}
        </Tiles>
      )}
    </>
  );
}

const iconLabels: Partial<Record<ListIconName, string>> = Object.fromEntries(
  listIcons.map((icon) => [icon, toListName(icon)]),
);
