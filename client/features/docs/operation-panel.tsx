import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { CodeBlock } from '#client/ui/text/code-block.tsx';
import { Text } from '#client/ui/text/text.tsx';

import { describeType, fieldsOf, writeCurl } from './describe-schema.ts';
import type { Components } from './describe-schema.ts';
import type { Method, Operation } from './open-api.ts';
import { SchemaFields } from './schema-fields.tsx';

import styles from './operation-panel.module.css';

type Props = { operation: Operation; origin: string; components: Components };

const tones = { get: 'sky', post: 'moss', put: 'ember', patch: 'ember', delete: 'blood' } as const;

const callers: Record<string, { label: string; icon: IconName }> = {
  public: { label: 'Everyone', icon: 'users' },
  login: { label: 'Signed-in players', icon: 'user' },
  staff: { label: 'Staff', icon: 'shield' },
  admin: { label: 'Admins', icon: 'coronet' },
};

export function OperationPanel({ operation, origin, components }: Props) {
  const isLinked = useLocation({ select: ({ hash }) => hash === operation.id });
  // There are well over a hundred operations and most are never opened, so render details on demand.
  const [wasOpened, setWasOpened] = useState(isLinked);
  const { id, path, summary } = operation;
  const details = useRef<HTMLDetailsElement>(null);
  // The router scrolls to the hash when the page opens, before the operations have loaded.
  useEffect(() => {
    if (isLinked) details.current?.scrollIntoView();
  }, [isLinked]);
  return (
    <Panel pad="none" variant="plain">
      <details
        ref={details}
        id={id}
        open={isLinked}
        className={styles.call}
        onToggle={() => setWasOpened(true)}
      >
        <summary className={styles.summary}>
          <MethodChip method={operation.method} />
          <h3 className={styles.path}>{breakAtSlashes(path)}</h3>
          <Text size="lg" tone="muted" className={styles.about}>
            {summary}
          </Text>
          <Icon name="chevron-down" className={styles.arrow} />
        </summary>
        {wasOpened && <Explanation operation={operation} origin={origin} components={components} />}
      </details>
    </Panel>
  );
}

function Explanation({ operation, origin, components }: Props) {
  const { parameters, body, response } = operation;
  return (
    <Stack gap={6} className={styles.body}>
      <Facts operation={operation} />
      {parameters.length > 0 && (
        <Part title="Parameters">
          <SchemaFields
            fields={parameters.map((one) => [
              one.name,
              one.schema ?? {},
              one.required ?? false,
              one.in,
            ])}
            components={components}
          />
        </Part>
      )}
      {body && (
        <Part title="Request Body" aside={describeType(body, components)}>
          <SchemaFields fields={fieldsOf(body, components)} components={components} />
        </Part>
      )}
      <Part
        title="Response"
        aside={response ? describeType(response, components) : 'without a body (204)'}
      >
        {response && (
          <SchemaFields
            fields={fieldsOf(response, components)}
            components={components}
            showRequired={false}
          />
        )}
      </Part>
      <CodeBlock label="Example" code={writeCurl(operation, origin, components)} />
    </Stack>
  );
}

function MethodChip({ method }: { method: Method }) {
  return (
    <Chip tone={tones[method]} className={styles.method}>
      {method.toUpperCase()}
    </Chip>
  );
}

function Facts({ operation: { access, permissions, limit, id } }: { operation: Operation }) {
  const caller = access === undefined ? undefined : callers[access];
  return (
    <Row>
      {caller && (
        <Chip icon={caller.icon}>
          <span className="visually-hidden">Who may call: </span>
          {caller.label}
          {permissions.length > 0 && `, or staff with the permission ${permissions.join(' or ')}`}
        </Chip>
      )}
      {limit && (
        <Chip icon="clock">
          {limit.max} per {describeSeconds(limit.seconds)}
        </Chip>
      )}
      <a href={`#${id}`} className={styles.anchor}>
        <Icon name="link" /> Link to this endpoint
      </a>
    </Row>
  );
}

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <div>
      <h4 className={styles.part}>
        {title}{' '}
        {aside && (
          <Text as="span" size="lg" tone="muted">
            {aside}
          </Text>
        )}
      </h4>
      {children}
    </div>
  );
}

function describeSeconds(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

/** A long path may break after a slash, and only there. */
function breakAtSlashes(path: string): ReactNode[] {
  return path.split(/(?<=\/)/).map((piece, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of a path never change
    <span key={at}>
      {piece}
      <wbr />
    </span>
  ));
}
