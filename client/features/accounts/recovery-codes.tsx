import { useBrand } from '#client/lib/site.ts';
import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { CopyButton } from '#client/ui/form/copy-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';

import styles from './recovery-codes.module.css';

type Props = { codes: readonly string[]; onDone: () => void };

export function RecoveryCodes({ codes, onDone }: Props) {
  const { name } = useBrand();
  const text = codes.join('\n');
  return (
    <Stack>
      <Parchment>
        <p className={styles.explanation}>
          Each code signs you in once without your phone. They are shown only once: keep them where
          you keep your passwords.
        </p>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Parchment>
      <Row>
        <CopyButton text={text} label="Copy codes" tone="secondary" />
        <ButtonLink
          size="sm"
          icon="download"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(describe(name, text))}`}
          download={`${name.toLowerCase().replaceAll(/\W+/g, '-')}-recovery-codes.txt`}
        >
          Download .txt
        </ButtonLink>
      </Row>
      <Button tone="primary" size="lg" block icon="check" onClick={onDone}>
        I Have Saved Them
      </Button>
    </Stack>
  );
}

function describe(name: string, codes: string): string {
  return `${name} recovery codes\n${location.origin}\nEach code works once.\n\n${codes}\n`;
}
