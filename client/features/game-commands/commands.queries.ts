import { change } from '#client/lib/change.ts';
import { readPage } from '#client/lib/read.ts';
import type { RouteInput } from '#shared/api.ts';
import type { LoggedCommand } from '#shared/endpoints/game-servers.ts';
import type { CommandType } from '#shared/rules/commands.ts';

type LogFilter = {
  page: number;
  type: CommandType | undefined;
  state: LoggedCommand['state'] | undefined;
};

export function commandLogQuery({ page, type, state }: LogFilter) {
  return readPage('admin', 'GET /api/admin/commands', { query: { page, type, state } });
}

export function sendCommand(body: RouteInput<'POST /api/admin/commands'>['body']) {
  return change('admin', 'POST /api/admin/commands', { body });
}
