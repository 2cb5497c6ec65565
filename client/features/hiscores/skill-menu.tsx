import { Link, useNavigate } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { SkillIcon } from '#client/ui/icon/skill-icon.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';

import { useListNames } from './list-names.ts';

import styles from './skill-menu.module.css';

/** `chosen` is undefined while a player or a comparison is open. */
type Props = { chosen: string | undefined };

export function SkillMenu({ chosen }: Props) {
  return (
    <>
      <Panel pad="sm" className={styles.side}>
        <nav aria-label="Skills">
          <ul className={styles.list}>
            {useListNames().map((skill) => (
              <li key={skill}>
                <Link
                  to="/hiscores"
                  search={{ skill }}
                  className={classNames(styles.skill, skill === chosen && styles.chosen)}
                  aria-current={skill === chosen ? 'page' : undefined}
                  activeProps={{ 'aria-current': undefined }}
                >
                  <SkillIcon skill={skill} className={styles.icon} />
                  {skill}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </Panel>
      <SkillDropdown chosen={chosen} />
    </>
  );
}

function SkillDropdown({ chosen }: Props) {
  const navigate = useNavigate();
  return (
    <div className={styles.dropdown}>
      {chosen && <SkillIcon skill={chosen} size="md" className={styles.lead} />}
      <SelectField
        label="Skill"
        hideLabel
        className={styles.field}
        value={chosen ?? ''}
        onChange={(event) => {
          void navigate({ to: '/hiscores', search: { skill: event.target.value } });
        }}
      >
        {!chosen && (
          <option value="" disabled>
            Choose a skill
          </option>
        )}
        {useListNames().map((skill) => (
          <option key={skill} value={skill}>
            {skill}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
