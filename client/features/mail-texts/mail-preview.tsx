import { useSite } from '#client/lib/site.ts';
import { buttonClass } from '#client/ui/form/button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { EditedMail } from '#shared/endpoints/mail-texts.ts';
import { fillMail } from '#shared/rules/mail-fill.ts';
import type { MailText } from '#shared/rules/mail-fill.ts';

import styles from './mail-preview.module.css';

type Props = { text: MailText; placeholders: EditedMail['placeholders'] };

export function MailPreview({ text, placeholders }: Props) {
  const { brand, contactEmail } = useSite();
  const values = Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample]));
  const { subject, heading, paragraphs, action, closing = [] } = fillMail(text, values);
  return (
    <Stack as="section" gap={3} aria-labelledby="mail-preview">
      <Text as="h2" size="md" tone="muted" strong id="mail-preview">
        Preview
      </Text>
      <div className={styles.mail}>
        <p className={styles.inbox}>
          <Text as="span" size="sm" tone="muted">
            {brand.name}
          </Text>
          <Text as="strong" size="lg" tone="bright" strong breaks>
            {subject}
          </Text>
        </p>
        <div className={styles.sheet}>
          <p className={styles.brand}>
            {brand.logo && <img src={brand.logo} alt="" width={48} height={48} />}
            {brand.name}
          </p>
          <Parchment pad="md">
            <h3 className={styles.heading}>{heading}</h3>
            <Paragraphs texts={paragraphs} />
            {action && (
              <>
                <p className={styles.button}>
                  <span className={buttonClass({ tone: 'primary' })}>{action.label}</span>
                </p>
                <p className={styles.address}>
                  If the button does not work, open this address:
                  <br />
                  {action.url}
                </p>
              </>
            )}
            <Paragraphs texts={closing} />
          </Parchment>
          <p className={styles.footer}>
            {brand.footer.text}
            <br />
            Questions? Write to {contactEmail}.
          </p>
        </div>
      </div>
    </Stack>
  );
}

function Paragraphs({ texts }: { texts: string[] }) {
  return texts.map((paragraph, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- paragraphs have no identity
    <p key={index} className={styles.paragraph}>
      {paragraph}
    </p>
  ));
}
