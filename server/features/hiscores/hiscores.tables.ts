import type { Generated, GeneratedAlways } from 'kysely';

import type { ReportKind } from '#shared/endpoints/hiscore-lists.ts';
import type { LabelTone } from '#shared/rules/labels.ts';
import type { ListIcon } from '#shared/rules/list-icons.ts';
import type { MilestoneKind } from '#shared/rules/milestones.ts';
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
  game_modes: {
    id: number;
    /** The name that the game uses. */
    key: string;
    name: string;
    icon: ListIcon;
    colour: LabelTone;
    position: number;
  };
  /** Bosses, minigames, … The id is the number of the list. */
  counters: {
    id: number;
    key: string;
    name: string;
    group_name: string;
    icon: ListIcon;
    minimum: Generated<number>;
    position: number;
  };
  /** Modes and counters that games report and the site does not have. */
  unknown_reports: {
    kind: ReportKind;
    key: string;
    game_server_id: number | null;
    first_seen: Generated<Date>;
    last_seen: Generated<Date>;
    sample: number | null;
  };
  /** Players reported by the game. Experience is in tenths, in the order of the skills. */
  players: {
    id: GeneratedAlways<number>;
    name: string;
    name_key: string;
    user_rights: Generated<number>;
    /** The supporter step of the account; 0: none. */
    supporter: Generated<number>;
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
    /** 0: none. */
    mode: Generated<number>;
    /** By the counter's id - 31; null or missing: never reported. */
    counts: (number | null)[] | null;
  };
  /** Ranked rows; skill 0 is Overall, from 32 on they are counters. */
  hiscores: {
    player_id: number;
    skill: number;
    score: number;
    seq: Generated<number>;
    is_listed: boolean;
    bucket: GeneratedAlways<number>;
    mode: Generated<number>;
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
    /** 0: among all players. */
    mode: Generated<number>;
    skill: number;
    player_id: number;
    gain: number;
  };
  /** The best gain of each player, list and period. */
  hiscore_records: {
    player_id: number;
    days: number;
    skill: number;
    gain: number;
    day: string;
  };
  milestones: {
    id: GeneratedAlways<number>;
    player_id: number;
    kind: MilestoneKind;
    skill: number;
    value: number;
    is_first: boolean;
    reached_at: Date;
  };
  seasons: {
    id: GeneratedAlways<number>;
    name: string;
    starts_at: Date;
    ends_at: Date;
    server_id: number | null;
    closed_at: Date | null;
  };
  season_players: {
    season_id: number;
    player_id: number;
    experience: number[];
    counts: (number | null)[] | null;
    observed_at: Date;
  };
  season_scores: {
    season_id: number;
    skill: number;
    player_id: number;
    score: number;
    reached_at: Date;
  };
  /** The players that an account follows. */
  followed_players: {
    account_id: number;
    player_id: number;
    followed_at: Generated<Date>;
  };
  player_days: {
    player_id: number;
    /** 2026-11-20, in UTC. */
    day: string;
    experience: number[];
    total_level: number;
    ranks: (number | null)[] | null;
    is_ranked: Generated<boolean>;
    counts: (number | null)[] | null;
  };
};
