import type { Generated } from 'kysely';

import type { LabelIcon, LabelListName, LabelTone } from '#shared/rules/labels.ts';

export type LabelsTables = {
  labels: {
    list: LabelListName;
    key: string;
    name: string;
    name_key: string;
    icon: LabelIcon;
    tone: LabelTone;
    position: number;
    is_hidden: Generated<boolean>;
  };
};
