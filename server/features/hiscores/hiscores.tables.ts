import type { Generated, GeneratedAlways } from 'kysely';

import type { SkillIcon } from '#shared/rules/skill-icons.ts';

export type HiscoresTables = {
  /** The skills that players train, in order; the number of a skill is its position. */
  skills: {
    position: number;
    name: string;
    icon: SkillIcon;
    game_id: number;
    start_level: Generated<number>;
    is_added: Generated<boolean>;
  };
  /** Players reported by the game. Experience is in tenths, in the order of the skills. */
  players: {
    id: GeneratedAlways<number>;
    name: string;
    name_key: string;
    user_rights: Generated<number>;
    is_listed: Generated<boolean>;
    experience: number[];
    total_level: number;
    total_tenths: number;
    observed_at: Date;
    playtime_seconds: number | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
    /** The game server whose report was stored last; null if the player was imported. */
    reported_by: number | null;
  };
  /** Ranked rows; skill 0 is Overall. */
  hiscores: {
    player_id: number;
    skill: number;
    score: number;
    seq: Generated<number>;
    is_listed: boolean;
    bucket: GeneratedAlways<number>;
  };
  /** Counts of ranked players. Written by the triggers on hiscores, read by SQL functions. */
  hiscore_blocks: {
    id: number;
    n1: number;
    n2: number;
    n3: number;
    n4: number;
    n5: number;
    n6: number;
    n7: number;
    n8: number;
    n9: number;
    n10: number;
    n11: number;
    n12: number;
    n13: number;
    n14: number;
    n15: number;
    n16: number;
  };
  hiscore_gains: {
    days: number;
    skill: number;
    player_id: number;
    gain: number;
  };
  player_days: {
    player_id: number;
    /** 2026-11-20, in UTC. */
    day: string;
    experience: number[];
    total_level: number;
    ranks: (number | null)[] | null;
    is_ranked: Generated<boolean>;
  };
};
