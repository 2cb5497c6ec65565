import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { Skill } from '#shared/skills.ts';

type Props = {
  skill: Skill;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Names the skill where no text beside the icon does. */
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
