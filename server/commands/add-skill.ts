import { addSkill as addSkillToSite } from '#server/features/hiscores/skills.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { skillIcons } from '#shared/rules/skill-icons.ts';

import { textOf } from './command.ts';
import type { Command } from './command.ts';

export const addSkill: Command = {
  name: 'add-skill',
  summary: 'Add a skill to the end of the list, for every player.',
  operands: ['NAME', 'GAME-ID'],
  options: {
    icon: { type: 'string', about: 'its icon, if it is not called like the skill' },
  },
  notes: [
    'GAME-ID is the number of the skill in the game, which orders the values in its reports.',
    'Known players start with level 1 in it, so every total level grows by one. It can run while the',
    'site is open: pages stay readable, and reports from games wait until it is done, which takes some',
    'minutes with a million players. Open pages show the skill after a reload.',
    'A skill cannot be removed again.',
    `Icons: ${skillIcons.join(', ')}.`,
  ],
  async run({ operands: [name = '', gameId = ''], options }, { terminal, withDeps }) {
    const { skill, position, players } = await withDeps((deps) =>
      addSkillToSite(deps, commandLine, {
        name,
        gameId: /^\d+$/.test(gameId) ? Number(gameId) : Number.NaN,
        icon: textOf(options['icon']),
      }),
    );
    terminal.print(
      `${skill.name} is now skill ${position}, with the game id ${skill.gameId}. ${players.toLocaleString('en')} players have it, untrained.`,
    );
  },
};
