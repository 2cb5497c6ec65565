import { describeLimits, describeType, fieldsOf } from './describe-schema.ts';
import type { Components } from './describe-schema.ts';
import type { ApiSchema } from './open-api.ts';

import styles from './schema-fields.module.css';

type FieldRow = [name: string, schema: ApiSchema, isRequired: boolean, place?: string];

type Props = {
  fields: FieldRow[];
  components: Components;
  showRequired?: boolean;
  depth?: number;
};

/** Deeper than any of our responses; stops at schemas that contain themselves. */
const maxDepth = 6;

export function SchemaFields({ fields, components, showRequired = true, depth = 0 }: Props) {
  if (fields.length === 0 || depth > maxDepth) return null;
  return (
    <ul className={styles.fields}>
      {fields.map(([name, field, isRequired, place]) => (
        <li key={`${place} ${name}`}>
          <div className={styles.field}>
            <code className={styles.name}>{name}</code>
            <span className={styles.type}>{describeType(field, components)}</span>
            <span className={styles.limits}>
              {[
                ...(place ? [`in the ${place}`] : []),
                ...(isRequired ? (showRequired ? ['required'] : []) : ['optional']),
                ...describeLimits(field, components),
              ].join(' · ')}
            </span>
          </div>
          <SchemaFields
            fields={fieldsOf(field, components)}
            components={components}
            showRequired={showRequired}
            depth={depth + 1}
          />
        </li>
      ))}
    </ul>
  );
}
