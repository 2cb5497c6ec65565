import { useNavigate } from '@tanstack/react-router';
import type { NavigateOptions } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Button, IconButton } from '#client/ui/form/button.tsx';
import { useCombobox } from '#client/ui/form/combobox.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Modal } from '#client/ui/overlay/modal.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';
import { ModeIcon } from '#client/ui/text/mode-icon.tsx';

import styles from './palette-dialog.module.css';

export type Choice = {
  key: string;
  group: string;
  icon: IconName;
  label: string;
  detail: string;
  /** The key of a player's game mode. */
  mode?: string | undefined;
  /** Where it leads, or what it does. */
  open: NavigateOptions | (() => void);
  /** Called before it leads there. */
  onOpen?: () => void;
  /** By Shift+Enter, and by a button. */
  second?: { label: string; link: NavigateOptions } | undefined;
};

export type Found = {
  choices: Choice[];
  isSearching: boolean;
  /** Why nothing could be searched. */
  problem?: string | undefined;
};

type Props = Found & {
  label: string;
  /** Names what can be found. */
  purpose: string;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

/** A field with a list of choices: the search of the site, and the command palette of staff. */
export function PaletteDialog({ label, purpose, text, onText, onClose, ...found }: Props) {
  const { choices, isSearching, problem } = found;
  const field = useRef<HTMLInputElement>(null);
  const choose = useChoose(onClose);
  const combobox = useCombobox({ choices, firstActive: 0, popup: 'grid', onChoose: choose });
  const { activeIndex, activate, restart } = combobox;
  const { fieldProps, listProps, optionProps, cellProps } = combobox;
  return (
    <Modal className={styles.palette} aria-label={label} initialFocus={field} onClose={onClose}>
      <div className={styles.head}>
        <Icon name="search" size="md" className={styles.lens} />
        <input
          {...fieldProps}
          ref={field}
          aria-label={purpose}
          placeholder={purpose}
          enterKeyHint="go"
          maxLength={254}
          value={text}
          className={styles.field}
          onChange={(event) => {
            onText(event.target.value);
            restart();
          }}
        />
        <span className={styles.keys}>
          <Kbd>Esc</Kbd>
        </span>
        <IconButton icon="close" label="Close" className={styles.close} onClick={onClose} />
      </div>
      <ul {...listProps} aria-label="Results" className={styles.list}>
        {choices.map((choice, place) => (
          <Fragment key={choice.key}>
            {choice.group !== choices[place - 1]?.group && (
              <li role="presentation" className={styles.group}>
                {choice.group}
              </li>
            )}
            <li
              {...optionProps(place)}
              className={classNames(styles.option, place === activeIndex && styles.active)}
              onPointerMove={place === activeIndex ? undefined : () => activate(place)}
            >
              <Icon name={choice.icon} size="md" className={styles.icon} />
              <span {...cellProps} className={styles.cell}>
                <span className={styles.label}>
                  {choice.label}
                  {choice.mode && ' '}
                  <ModeIcon mode={choice.mode} />
                </span>
                <span className={styles.detail}>{choice.detail}</span>
              </span>
              {choice.second && (
                <span {...cellProps} className={styles.second}>
                  <Button
                    size="sm"
                    tone="quiet"
                    icon="swords"
                    aria-label={`${choice.second.label}: ${choice.label}`}
                    onClick={(event) => {
                      event.stopPropagation();
                      choose(choice, true);
                    }}
                  >
                    <span className={styles.secondLabel}>{choice.second.label}</span>
                  </Button>
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ul>
      <output className={styles.note}>
        {choices.length === 0 &&
          (isSearching ? 'Searching…' : (problem ?? `No results for “${text.trim()}”.`))}
      </output>
      <KeyHints second={choices[activeIndex]?.second?.label} />
    </Modal>
  );
}

/** For those who look at the keyboard; the buttons do the same. */
function KeyHints({ second }: { second: string | undefined }) {
  return (
    <p className={classNames(styles.keys, styles.hints)} aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> Move
      </span>
      <span>
        <Kbd>Enter</Kbd> Open
      </span>
      {second && (
        <span>
          <Kbd>Shift</Kbd> <Kbd>Enter</Kbd> {second}
        </span>
      )}
    </p>
  );
}

function useChoose(onClose: () => void): (choice: Choice, isSecond: boolean) => void {
  const navigate = useNavigate();
  return ({ open, onOpen, second }, isSecond) => {
    onOpen?.();
    if (typeof open === 'function') {
      open();
      return;
    }
    onClose();
    void navigate(isSecond && second ? second.link : open);
  };
}
