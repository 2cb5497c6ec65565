import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked, FormFields } from '#client/lib/form.ts';
import { DiscordAppChange, RoleRule } from '#shared/endpoints/discord.ts';

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
  const rules = [
    ...rankReasons.map(({ reason }) => ({ field: reason, reason, coins: 0 })),
    ...donorTiers.map((tier) => ({
      field: `donor-${tier}`,
      reason: 'donor' as const,
      coins: toNumber(text(`coins-${tier}`) || '0'),
    })),
  ].filter(({ field }) => text(field) !== '');
  const roles: RoleRule[] = [];
  for (const { field, reason, coins } of rules) {
    const checked = checkValues(RoleRule, { roleId: text(field), reason, coins });
    if (checked.errors) return { errors: { [field]: Object.values(checked.errors)[0] ?? '' } };
    if (reason === 'donor' && coins < 1) {
      return { errors: { [field.replace('donor', 'coins')]: 'Enter a number of coins.' } };
    }
    roles.push(checked.data);
  }
  return checkValues(DiscordAppChange, {
    guildId: text('guildId'),
    showsOnline: fields['showsOnline'] === 'on',
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    botToken: text('botToken'),
    roles,
  });
}
