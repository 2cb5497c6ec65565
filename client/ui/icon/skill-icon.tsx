import { useSite } from '#client/lib/site.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

type Props = {
  skill: string;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Adds the skill's name as a label, if there is no text next to the icon. */
  labelled?: boolean | undefined;
  className?: string | undefined;
};

export function SkillIcon({ skill, size = 'sm', labelled = false, className }: Props) {
  return (
    <Icon
      // The server names the icon of every skill that has no icon of its own name.
      name={`skill/${useSite().skillIcons[skill] ?? skill.toLowerCase()}` as IconName}
      size={size}
      label={labelled ? skill : undefined}
      className={className}
    />
  );
}
