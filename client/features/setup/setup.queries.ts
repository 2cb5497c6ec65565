import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { OutsideAnswer, SetupState } from '#shared/endpoints/setup.ts';
import type { SetupStep } from '#shared/rules/setup-steps.ts';

export const setupQuery = read('admin', 'GET /api/admin/setup', {});

export async function markStep(name: SetupStep, mark: 'done' | 'skipped' | null): Promise<void> {
  keep(await call('PUT /api/admin/setup/steps/{name}', { params: { name }, body: { mark } }));
}

export async function hideSetup(isHidden: boolean): Promise<void> {
  keep(await call('PATCH /api/admin/setup', { body: { isHidden } }));
}

export async function sendTestMail(): Promise<OutsideAnswer> {
  const answer = await call('POST /api/admin/setup/test-mail', {});
  await queryClient.invalidateQueries({ queryKey: setupQuery.queryKey });
  return answer;
}

export function checkPayments(): Promise<OutsideAnswer> {
  return call('GET /api/admin/setup/payments', {});
}

function keep(state: SetupState): void {
  queryClient.setQueryData(setupQuery.queryKey, state);
}
