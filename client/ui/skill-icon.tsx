import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { Skill } from '#shared/skills.ts';

type Props = {
  skill: Skill;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Adds the skill's name as a label, if there is no text next to the icon. */
  labelled?: boolean | undefined;
  className?: string | undefined;
};

export function SkillIcon({ skill, size = 'sm', labelled = false, className }: Props) {
  return (
    <Icon
      name={skillIconName(skill)}
      size={size}
      label={labelled ? skill : undefined}
      className={className}
    />
  );
}

function skillIconName(skill: Skill): IconName {
  return skill.toLowerCase() as Lowercase<Skill>;
}
