import { Link } from '@tanstack/react-router';

import { Callout } from '#client/ui/feedback/callout.tsx';
import { Checkbox } from '#client/ui/form/choice.tsx';
import { ListEditor } from '#client/ui/form/list-editor.tsx';
import { Switch } from '#client/ui/form/switch.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Columns, Stack } from '#client/ui/layout/layout.tsx';
import { Hint } from '#client/ui/text/text.tsx';
import { appearanceLimits, socialKinds } from '#shared/endpoints/appearance.ts';
import type { Appearance } from '#shared/endpoints/appearance.ts';
import { fitHeader, footerLinks, headerLinks } from '#shared/rules/built-in-links.ts';
import type { ChangedLinks } from '#shared/rules/built-in-links.ts';
import { socialNames } from '#shared/rules/social-names.ts';

import { textProps } from './editing.ts';
import type { PartProps } from './editing.ts';
import { FieldGroup } from './field-group.tsx';

import styles from './links-part.module.css';

export function LinksPart({ editing }: PartProps) {
  const { draft, set } = editing;
  const { footer } = draft;
  return (
    <Stack gap={8}>
      <FieldGroup heading="Navigation">
        <Hint>
          The header shows these first. An empty label keeps the original. A page without a link
          still opens at its address.
        </Hint>
        <BuiltInLinks editing={editing} place="header" links={headerLinks} />
        {fitHeader(draft.builtInLinks.header, []).size === 'menu' && (
          <Callout tone="warning" live>
            Together these links are wider than the header, so it shows its menu button instead.
            Shorten or hide one.
          </Callout>
        )}
        <Hint>
          Your own links come next: beside the others if they fit, otherwise under “More”.
        </Hint>
        <LinkList
          editing={editing}
          path="navigation"
          noun="Link"
          addLabel="Add Link"
          links={draft.navigation}
          canBeFirst
          onChange={(navigation) => set({ navigation })}
        />
      </FieldGroup>
      <FieldGroup heading="Footer">
        <TextareaField
          required
          label="Footer text"
          rows={3}
          maxLength={240}
          {...textProps(editing, 'footer.text', footer.text, (text) =>
            set({ footer: { ...footer, text } }),
          )}
        />
        <BuiltInLinks editing={editing} place="footer" links={footerLinks} />
        <LinkList
          editing={editing}
          path="footer.links"
          noun="Footer link"
          addLabel="Add Footer Link"
          links={footer.links}
          onChange={(links) => set({ footer: { ...footer, links } })}
        />
      </FieldGroup>
      <SocialFields editing={editing} />
    </Stack>
  );
}

type ListProps = PartProps & {
  path: string;
  noun: string;
  addLabel: string;
  links: NavigationLink[];
  /** Whether a link can be in the header itself. */
  canBeFirst?: boolean;
  onChange: (links: NavigationLink[]) => void;
};

function LinkList({ editing, path, noun, addLabel, links, canBeFirst, onChange }: ListProps) {
  return (
    <ListEditor
      items={links}
      max={appearanceLimits.links}
      noun={noun}
      addLabel={addLabel}
      create={(): NavigationLink => ({ label: '', href: '' })}
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
          {canBeFirst && (
            <Checkbox
              label="In the header itself"
              checked={link.isFirstLevel ?? false}
              onChange={(event) => change({ isFirstLevel: event.target.checked })}
            />
          )}
        </Columns>
      )}
    </ListEditor>
  );
}

type BuiltInProps = PartProps & {
  place: 'header' | 'footer';
  links: Record<string, string>;
};

function BuiltInLinks({ editing, place, links }: BuiltInProps) {
  const { builtInLinks } = editing.draft;
  const changed: ChangedLinks<string> = builtInLinks[place];
  function change(key: string, label: string | null) {
    const { [key]: _, ...others } = changed;
    const next = label === '' ? others : { ...others, [key]: label };
    editing.set({ builtInLinks: { ...builtInLinks, [place]: next } });
  }
  return (
    <>
      <ul className={styles.builtIn}>
        {Object.entries(links).map(([key, original]) => (
          <li key={key}>
            <TextField
              label={`${original} in the ${place}`}
              hideLabel
              placeholder={original}
              disabled={changed[key] === null}
              {...textProps(editing, `builtInLinks.${place}.${key}`, changed[key] ?? '', (typed) =>
                change(key, typed),
              )}
            />
            <Switch
              label={`Show ${original} in the ${place}`}
              checked={changed[key] !== null}
              onChange={(isShown) => change(key, isShown ? '' : null)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function SocialFields({ editing }: PartProps) {
  const { social } = editing.draft;
  function change(kind: Social['kind'], href: string) {
    const others = social.filter((link) => link.kind !== kind);
    const next = href.trim() === '' ? others : [...others, { kind, href }];
    const order = (link: Social) => socialKinds.indexOf(link.kind);
    editing.set({ social: next.toSorted((one, other) => order(one) - order(other)) });
  }
  return (
    <FieldGroup heading="Social Links">
      <Hint>
        In the footer. The chat link of the header is a setting of its own:{' '}
        <Link to="/admin/server" search={{ view: 'site' }}>
          Server, Site
        </Link>
        .
      </Hint>
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
    </FieldGroup>
  );
}

type Social = Appearance['social'][number];
type NavigationLink = Appearance['navigation'][number];
