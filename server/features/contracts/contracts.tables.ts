import type { Generated, GeneratedAlways } from 'kysely';

import type { ContractType } from '#shared/endpoints/bridge.ts';
import type { ContractDraft } from '#shared/endpoints/contracts.ts';

export type ContractsTables = {
  /** Skilling contracts that the game hands to players. */
  contracts: {
    id: GeneratedAlways<number>;
    name: string;
    type: ContractType;
    skill: ContractDraft['skill'];
    level: number;
    npc_id: number;
    npc_name: string;
    item_id: number;
    min_amount: number;
    max_amount: number;
    weight: Generated<number>;
    description: Generated<string>;
    enabled: Generated<boolean>;
    position: Generated<number>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    updated_by: string;
  };
};
