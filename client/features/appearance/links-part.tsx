import { Link } from '@tanstack/react-router';

import { Columns, Stack } from '#client/ui/layout.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { appearanceLimits, socialKinds } from '#shared/appearance.ts';
import type { Appearance, SiteLink } from '#shared/appearance.ts';
import { socialNames } from '#shared/social-names.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { ListEditor } from './list-editor.tsx';
import { PartHint } from './part-hint.tsx';

import styles from './links-part.module.css';

export function LinksPart({ editing }: PartProps) {
  const { draft, set } = editing;
  const { footer } = draft;
  return (
    <Stack gap={8}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Navigation</legend>
        <PartHint>In the header under “More”, after the links that every site has.</PartHint>
        <LinkList
          editing={editing}
          path="navigation"
          noun="Link"
          addLabel="Add Link"
          links={draft.navigation}
          onChange={(navigation) => set({ navigation })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Footer</legend>
        <TextareaField
          required
          label="Footer text"
          rows={3}
          maxLength={240}
          {...textProps(editing, 'footer.text', footer.text, (text) =>
            set({ footer: { ...footer, text } }),
          )}
        />
        <LinkList
          editing={editing}
          path="footer.links"
          noun="Footer link"
          addLabel="Add Footer Link"
          links={footer.links}
          onChange={(links) => set({ footer: { ...footer, links } })}
        />
      </fieldset>
      <SocialFields editing={editing} />
    </Stack>
  );
}

type ListProps = PartProps & {
  path: string;
  noun: string;
  addLabel: string;
  links: SiteLink[];
  onChange: (links: SiteLink[]) => void;
};

function LinkList({ editing, path, noun, addLabel, links, onChange }: ListProps) {
  return (
    <ListEditor
      items={links}
      max={appearanceLimits.links}
      noun={noun}
      addLabel={addLabel}
      create={() => ({ label: '', href: '' })}
      onChange={onChange}
    >
      {(link, at, change) => (
        <Columns min="sm">
          <TextField
            required
            label="Label"
            {...textProps(editing, `${path}.${at}.label`, link.label, (label) => change({ label }))}
          />
          <TextField
            required
            label="Address"
            placeholder="/news or https://example.com"
            spellCheck={false}
            autoCapitalize="none"
            {...textProps(editing, `${path}.${at}.href`, link.href, (href) => change({ href }))}
          />
        </Columns>
      )}
    </ListEditor>
  );
}

/** A field for each site that we know; empty ones are not linked. */
function SocialFields({ editing }: PartProps) {
  const { social } = editing.draft;
  function change(kind: Social['kind'], href: string) {
    const others = social.filter((link) => link.kind !== kind);
    const next = href.trim() === '' ? others : [...others, { kind, href }];
    const order = (link: Social) => socialKinds.indexOf(link.kind);
    editing.set({ social: next.toSorted((one, other) => order(one) - order(other)) });
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Social Links</legend>
      <PartHint>
        In the footer. The chat link of the header is a setting of its own:{' '}
        <Link to="/admin/server" search={{ view: 'site' }}>
          Server, Site
        </Link>
        .
      </PartHint>
      <Columns min="sm">
        {socialKinds.map((kind) => {
          const at = social.findIndex((link) => link.kind === kind);
          const path = at < 0 ? `social.${kind}` : `social.${at}.href`;
          const href = social[at]?.href ?? '';
          return (
            <TextField
              key={kind}
              type="url"
              label={socialNames[kind]}
              placeholder="https://"
              {...textProps(editing, path, href, (typed) => change(kind, typed))}
            />
          );
        })}
      </Columns>
    </fieldset>
  );
}

type Social = Appearance['social'][number];
