import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getAccount } from '#server/features/accounts/accounts.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import type {
  DataFile,
  DataOwner,
  DataReader,
  PersonalData,
} from '#server/lib/data/personal-data.ts';
import { writeZip } from '#server/lib/files/write-zip.ts';

import { renderExport } from './export-html.ts';
import type { ExportedPart } from './export-html.ts';

type ExportDeps = Pick<Deps, 'db' | 'media' | 'brand'> & { personalData: PersonalData[] };

export type DataExport = { fileName: string; bytes: Buffer };

export async function exportOwnData(deps: ExportDeps, username: string): Promise<DataExport> {
  return exportData(deps, await getAccount(deps.db, username), 'owner');
}

export async function exportUserData(
  deps: ExportDeps,
  actor: Actor,
  username: string,
): Promise<DataExport> {
  const account = await getAccount(deps.db, username);
  const subject = account.usernameKey;
  await recordAudit(deps.db, { actor, action: 'accounts/data-exported', subject });
  return exportData(deps, account, 'admin');
}

async function exportData(
  deps: ExportDeps,
  owner: DataOwner,
  reader: DataReader,
): Promise<DataExport> {
  const parts = deps.personalData.flatMap((one) => one.parts ?? []);
  const sections: ExportedPart[] = await transaction(deps.db, async (trx) => {
    const read: ExportedPart[] = [];
    for (const { title, ...part } of parts) {
      read.push({ title, rows: await part.read(trx, owner, reader) });
    }
    return read;
  });
  const pictures: DataFile[] = [];
  for (const part of parts) pictures.push(...((await part.readFiles?.(deps, owner)) ?? []));
  const document = {
    site: deps.brand.now().name,
    username: owner.username,
    exportedAt: new Date().toISOString(),
    parts: sections,
  };
  const bytes = writeZip([
    { name: 'data.json', bytes: Buffer.from(JSON.stringify(document, null, 2)) },
    { name: 'data.html', bytes: Buffer.from(renderExport(document)) },
    ...pictures,
  ]);
  return { fileName: `${owner.usernameKey.replaceAll(' ', '-')}-data.zip`, bytes };
}
