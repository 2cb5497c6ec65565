import { checkValues } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { DiscordAppChange } from '#shared/endpoints/discord.ts';
import type { FieldErrors } from '#shared/errors.ts';

export const rankReasons = [
  { reason: 'linked', label: 'Linked account' },
  { reason: 'moderator', label: 'Player moderator and above' },
  { reason: 'staff', label: 'Staff and admin' },
  { reason: 'admin', label: 'Admin' },
] as const;

/** One row of fields each. */
export const donorTiers = [0, 1, 2] as const;

export function checkApp(fields: FormFields): Checked<DiscordAppChange> {
  const text = (name: string) => fields[name]?.trim() ?? '';
  const ranks = rankReasons.map(({ reason }) => ({ reason, roleId: reason, coins: '' }));
  const donors = donorTiers.map((tier) => ({
    reason: 'donor',
    roleId: `donor-${tier}`,
    coins: `coins-${tier}`,
  }));
  /** The names of the fields of each rule. */
  const rules = [...ranks, ...donors].filter(({ roleId, coins }) => text(roleId) || text(coins));
  const checked = checkValues(DiscordAppChange, {
    guildId: text('guildId'),
    showsOnline: fields['showsOnline'] === 'on',
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    botToken: text('botToken'),
    roles: rules.map(({ reason, roleId, coins }) => ({
      reason,
      roleId: text(roleId),
      coins: Number(text(coins)),
    })),
  });
  if (!checked.errors) return checked;
  const nameOf = (path: string) => {
    const [, at, part] = /^roles\.(\d+)\.(roleId|coins)$/.exec(path) ?? [];
    return rules[Number(at)]?.[part as 'roleId' | 'coins'] ?? path;
  };
  const errors = Object.entries(checked.errors).map(([path, error]) => [nameOf(path), error]);
  return { errors: Object.fromEntries(errors) as FieldErrors };
}
