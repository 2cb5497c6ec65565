import * as z from 'zod/mini';

import type { FeatureContext } from '#server/feature.ts';
import { findAccountKeys } from '#server/features/accounts/accounts.service.ts';
import { proveNameClaim } from '#server/features/accounts/name-claims.service.ts';
import { findCurrentNames } from '#server/features/accounts/rename.service.ts';
import { reserveReportedNames } from '#server/features/accounts/reserved-names.service.ts';
import { fetchGameContracts } from '#server/features/contracts/contracts.service.ts';
import * as deliveries from '#server/features/deliveries/deliveries.service.ts';
import { createCommandNotifier } from '#server/features/game-commands/command-notifier.service.ts';
import {
  countOpenCommands,
  pollCommands,
  receiveCommandResult,
} from '#server/features/game-commands/commands.service.ts';
import {
  markConnected,
  receiveHeartbeat,
} from '#server/features/game-servers/heartbeat.service.ts';
import { receiveItemList } from '#server/features/game-servers/item-lists.service.ts';
import { isCountedForHiscores } from '#server/features/game-servers/servers.service.ts';
import { receiveCounters } from '#server/features/hiscores/edit-lists.service.ts';
import { ingestStats } from '#server/features/hiscores/ingest.service.ts';
import { ingestSeasonStats } from '#server/features/hiscores/season-world.service.ts';
import {
  countGameIds,
  explainSurplus,
  getSkills,
} from '#server/features/hiscores/skills.service.ts';
import type { Skills } from '#server/features/hiscores/skills.service.ts';
import { findSanctionChanges } from '#server/features/sanctions/sanctions.service.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import * as commandEndpoints from '#shared/endpoints/bridge-commands.ts';
import * as deliveryEndpoints from '#shared/endpoints/bridge-deliveries.ts';
import * as endpoints from '#shared/endpoints/bridge.ts';
import type { HiscoreRow } from '#shared/endpoints/bridge.ts';
import { skillLimits } from '#shared/rules/skills.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { bridgeRoutesOf } from './bridge-route.ts';
import { logInToGame } from './login.service.ts';
import { receiveModerationEvent } from './moderation.service.ts';

/** /api/bridge/v1, for game servers and their adapters. */
export async function registerBridgeRoutes({ app, deps }: FeatureContext): Promise<void> {
  const on = bridgeRoutesOf(app, deps);
  const notifier = await createCommandNotifier(deps);
  app.addHook('preClose', () => notifier.close());

  on(endpoints.sendHeartbeat, async ({ caller, body, trx }) => {
    await reserveReportedNames(trx, actorOf(caller), body.players);
    await receiveHeartbeat(deps, trx, { serverId: caller.serverId, heartbeat: body });
    return {
      serverId: caller.serverId,
      serverTime: new Date().toISOString(),
      commandsWaiting: await countOpenCommands(trx, caller.serverId),
    };
  });

  on(
    endpoints.sendHiscores,
    async ({ caller, body, trx }) => {
      const names = body.players.map(({ name }) => name);
      await reserveReportedNames(trx, actorOf(caller), names);
      const renamed = await findCurrentNames(trx, names);
      const nameOf = (name: string) => renamed.get(toUsernameKey(name)) ?? name;
      const known = await findAccountKeys(trx, names.map(nameOf));
      const isCounted = await isCountedForHiscores(trx, caller.serverId);
      const mayReset = caller.scopes.has('hiscores:reset');
      const resetBy = actorOf(caller);
      const skills = await getSkills({ ...deps, db: trx });
      const countProblems = body.players.map(({ xpTenths }) =>
        findCountProblem(skills, xpTenths.length),
      );
      const counted = body.players.filter((_, at) => countProblems[at] === undefined);
      const reports = counted.map((row) => ({ ...toReport(row, skills), name: nameOf(row.name) }));
      const { serverId } = caller;
      const ingested = isCounted
        ? await ingestStats(
            deps,
            { reports, reportedBy: serverId, ...(mayReset && { resetBy }) },
            trx,
          )
        : await ingestSeasonStats(deps, trx, { serverId, reports, mayReset });
      const hasAccount = (name: string) => known.has(toUsernameKey(nameOf(name)));
      if (!ingested) return toNotCounted(body.players, hasAccount);
      const rest = ingested.values();
      const results = body.players.map(({ name }, at) => {
        const message = countProblems[at];
        const result =
          message === undefined
            ? (rest.next().value ?? { status: 'accepted' as const })
            : { status: 'rejected' as const, reason: 'skill-count' as const, message };
        return { name, ...result, hasAccount: hasAccount(name) };
      });
      const count = (status: string) => results.filter((one) => one.status === status).length;
      return {
        accepted: count('accepted'),
        ignored: count('ignored'),
        rejected: count('rejected'),
        results,
      };
    },
    { bodyLimit: 2 * 1024 * 1024 },
  );

  on(endpoints.sendCounters, async ({ caller, body, trx }) => ({
    counters: await receiveCounters({ ...deps, db: trx }, actorOf(caller), body.counters),
  }));

  on(deliveryEndpoints.claimDeliveries, async ({ caller, body, trx }) => {
    if (!caller.hasConnected) await markConnected(deps, trx, caller.serverId);
    return deliveries.claimDeliveries({ ...deps, db: trx }, caller.serverId, body);
  });

  on(deliveryEndpoints.ackDelivery, ({ caller, params, body, trx }) =>
    deliveries.ackDelivery({ ...deps, db: trx }, caller.serverId, { id: params.id, result: body }),
  );

  on(
    deliveryEndpoints.sendItemList,
    async ({ caller, body, trx }) => ({
      items: await receiveItemList(deps, trx, { serverId: caller.serverId, list: body }),
    }),
    { bodyLimit: 4 * 1024 * 1024 },
  );

  on(commandEndpoints.pollCommands, async ({ caller: { serverId }, query, reply }) => {
    const { after } = query;
    const until = Date.now() + query.wait * 1000;
    const closed = new AbortController();
    reply.raw.once('close', () => closed.abort());
    for (;;) {
      const version = notifier.version(serverId);
      const commands = await pollCommands(deps, { serverId, after });
      const milliseconds = until - Date.now();
      const isAnswered = commands.length > 0 || milliseconds <= 0;
      if (
        isAnswered ||
        !(await notifier.wait(serverId, { version, milliseconds, signal: closed.signal }))
      ) {
        return {
          commands: commands.map(withIsoDates),
        };
      }
    }
  });

  on(commandEndpoints.sendCommandResult, ({ caller, params, body, trx }) =>
    receiveCommandResult({ ...deps, db: trx }, caller.serverId, {
      id: params.id,
      status: body.status,
      detail: body.detail ?? null,
    }),
  );

  on(commandEndpoints.sendModerationEvents, async ({ caller, body, trx }) => {
    const results = [];
    for (const event of body.events) {
      results.push(await receiveModerationEvent(deps, trx, { caller, event }));
    }
    return { results };
  });

  on(endpoints.fetchGameContracts, async ({ trx, request, reply }) => {
    const { etag, contracts } = await fetchGameContracts(trx);
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      reply.status(304).send();
      return undefined;
    }
    return { contracts };
  });

  on(commandEndpoints.fetchSanctions, async ({ query, trx }) => {
    const since = query.since === undefined ? undefined : new Date(query.since);
    const { asOf, changes } = await findSanctionChanges(trx, since);
    return {
      asOf: asOf.toISOString(),
      sanctions: changes.map(withIsoDates),
    };
  });

  on(endpoints.claimName, async ({ caller, body, trx }) => ({
    isClaimed: await proveNameClaim(trx, { ...body, serverName: caller.serverName }),
  }));

  on(endpoints.logInToGame, async ({ caller: { tokenId, serverId }, body }) => {
    const login = await logInToGame(deps, { ...body, tokenId, serverId });
    if (!login.ok) return login;
    const { accountId } = login;
    const waiting = await deliveries.countWaitingDeliveries(deps.db, { accountId, serverId });
    return { ...login, purchasesWaiting: waiting };
  });
}

function actorOf({ serverName, ip }: { serverName: string; ip: string }): Actor {
  return { id: null, name: `the game server ${serverName}`, ip };
}

/** Not an error: a test world reports like any other, and does not need other settings. */
function toNotCounted(rows: HiscoreRow[], hasAccount: (name: string) => boolean) {
  const reason = 'server-not-counted' as const;
  const results = rows.map(({ name }) => ({
    name,
    status: 'ignored' as const,
    reason,
    hasAccount: hasAccount(name),
  }));
  return { accepted: 0, ignored: rows.length, rejected: 0, results };
}

/** Row by row, so that one player with other skills does not cost the others their levels. */
function findCountProblem(skills: Skills, count: number): string | undefined {
  if (count > countGameIds(skills)) return explainSurplus(skills, count);
  if (count >= skillLimits.fewest) return undefined;
  return `There are ${count} values. Send at least ${skillLimits.fewest} skills.`;
}

const isTime = z.iso.datetime({ offset: true });

function toReport(row: HiscoreRow, skills: Skills) {
  const { name, observedAt, xpTenths, playtime, mode, counters, reset } = row;
  return {
    name,
    // Without a time zone it would count as the server's local time.
    observedAt: new Date(isTime.safeParse(observedAt).success ? observedAt : Number.NaN),
    xpTenths: skills.map(({ gameId }) => xpTenths[gameId] ?? null),
    playtimeSeconds: playtime ?? null,
    ...(mode !== undefined && { mode }),
    ...(counters && { counts: counters }),
    ...(reset && { reset }),
  };
}
