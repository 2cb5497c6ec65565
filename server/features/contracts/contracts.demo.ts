import { readDemoFile } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';
import { getSkills } from '#server/features/hiscores/skills.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { ContractFile } from '#shared/endpoints/contracts.ts';

import { importContracts } from './contracts.service.ts';

export async function loadDemoContracts(deps: Deps): Promise<void> {
  const file = await readDemoFile('contracts.json', ContractFile);
  const names = new Set((await getSkills(deps)).map(({ name }) => name));
  const contracts = file.contracts.filter(({ skill }) => names.has(skill));
  await importContracts(deps, commandLine, { contracts, mode: 'add' });
}
