import { readDemoFile } from '#server/demo/content.ts';
import type { Deps } from '#server/deps.ts';
import { commandLine } from '#server/lib/audit.ts';
import { ContractFile } from '#shared/contracts.ts';

import { importContracts } from './contracts.service.ts';

export async function loadDemoContracts(deps: Deps): Promise<void> {
  const file = await readDemoFile('contracts.json', ContractFile);
  await importContracts(deps, commandLine, { ...file, mode: 'add' });
}
