import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import type { KeyboardEvent } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Tooltip } from '#client/ui/overlay/tooltip.tsx';
import { Kbd } from '#client/ui/text/kbd.tsx';

import { insertTable, runInTable, tableCommands } from './table-nodes.ts';
import { ToolbarIcon } from './toolbar-icons.tsx';
import type { Glyph } from './toolbar-icons.tsx';

import styles from './toolbar.module.css';

type Tool = {
  label: string;
  /** `Mod` is Ctrl, or the command key on a Mac. */
  keys?: string;
  look: Glyph | 'H2' | 'H3' | 'H4';
  run: (editor: Editor) => void;
  /** For toggles: whether the caret is in such text. Plain buttons leave it out. */
  isOn?: (editor: Editor) => boolean;
  can?: (editor: Editor) => boolean;
};

type Props = { editor: Editor; onLink: () => void; onPicture: () => void };

export function Toolbar({ editor, onLink, onPicture }: Props) {
  const isInTable = useEditorState({
    editor,
    selector: ({ editor: now }) => now.isActive('table'),
  });
  const groups = [...textTools, insertTools(onLink, onPicture), ...(isInTable ? [tableTools] : [])];
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      groups.flat().map(({ isOn, can }) => ({ on: isOn?.(now), able: can?.(now) ?? true })),
  });
  let place = -1;
  return (
    <div className={styles.bar}>
      <div
        role="toolbar"
        aria-label="Formatting"
        tabIndex={-1}
        className={styles.tools}
        onKeyDown={moveFocus}
      >
        {groups.map((group) => (
          <div key={group[0]?.label} className={styles.group}>
            {group.map((tool) => {
              place += 1;
              const state = states[place];
              return (
                <ToolButton
                  key={tool.label}
                  tool={tool}
                  isOn={state?.on}
                  isAble={state?.able ?? true}
                  isFirst={place === 0}
                  onClick={() => tool.run(editor)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

type ButtonProps = {
  tool: Tool;
  isOn: boolean | undefined;
  isAble: boolean;
  isFirst: boolean;
  onClick: () => void;
};

function ToolButton({ tool, isOn, isAble, isFirst, onClick }: ButtonProps) {
  const { label, keys, look } = tool;
  return (
    <Tooltip
      text={
        <span className={styles.tip}>
          {label}
          {keys && <Kbd>{formatKeys(keys)}</Kbd>}
        </span>
      }
    >
      {(trigger) => (
        <button
          {...trigger}
          type="button"
          className={classNames(styles.tool, isOn && styles.on)}
          aria-label={label}
          aria-pressed={isOn}
          aria-disabled={!isAble}
          aria-keyshortcuts={keys?.replace('Mod', isMac ? 'Meta' : 'Control')}
          // One tab stop for the toolbar; arrow keys move inside it.
          tabIndex={isFirst ? 0 : -1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => isAble && onClick()}
        >
          {look.startsWith('H') ? look : <ToolbarIcon name={look as Glyph} />}
        </button>
      )}
    </Tooltip>
  );
}

const heading = (level: 2 | 3 | 4): Tool => ({
  label: `Heading ${level}`,
  keys: `Mod+Alt+${level}`,
  look: `H${level}`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
});

type Toggle =
  | 'toggleBold'
  | 'toggleItalic'
  | 'toggleUnderline'
  | 'toggleStrike'
  | 'toggleCode'
  | 'toggleBulletList'
  | 'toggleOrderedList'
  | 'toggleBlockquote'
  | 'toggleCodeBlock';

/** A mark or block that is switched on and off; `node` is its name in the document. */
function toggle(label: string, keys: string, look: Glyph, node: string, command: Toggle): Tool {
  return {
    label,
    keys,
    look,
    run: (editor) => editor.chain().focus()[command]().run(),
    isOn: (editor) => editor.isActive(node),
  };
}

const textTools: Tool[][] = [
  [
    {
      label: 'Undo',
      keys: 'Mod+Z',
      look: 'undo',
      run: (editor) => editor.chain().focus().undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      label: 'Redo',
      keys: 'Mod+Shift+Z',
      look: 'redo',
      run: (editor) => editor.chain().focus().redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
  [heading(2), heading(3), heading(4)],
  [
    toggle('Bold', 'Mod+B', 'bold', 'bold', 'toggleBold'),
    toggle('Italic', 'Mod+I', 'italic', 'italic', 'toggleItalic'),
    toggle('Underline', 'Mod+U', 'underline', 'underline', 'toggleUnderline'),
    toggle('Strike', 'Mod+Shift+S', 'strike', 'strike', 'toggleStrike'),
    toggle('Code', 'Mod+E', 'code', 'code', 'toggleCode'),
  ],
  [
    toggle('Bullet list', 'Mod+Shift+8', 'bullets', 'bulletList', 'toggleBulletList'),
    toggle('Numbered list', 'Mod+Shift+7', 'numbers', 'orderedList', 'toggleOrderedList'),
    toggle('Quote', 'Mod+Shift+B', 'quote', 'blockquote', 'toggleBlockquote'),
    toggle('Code block', 'Mod+Alt+C', 'block', 'codeBlock', 'toggleCodeBlock'),
    {
      label: 'Divider',
      look: 'rule',
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
];

function insertTools(onLink: () => void, onPicture: () => void): Tool[] {
  return [
    {
      label: 'Link',
      keys: 'Mod+K',
      look: 'link',
      run: onLink,
      isOn: (editor) => editor.isActive('link'),
    },
    {
      label: 'Picture',
      look: 'picture',
      run: onPicture,
      isOn: (editor) => editor.isActive('picture'),
    },
    {
      label: 'Table',
      look: 'table',
      run: insertTable,
      can: (editor) => !editor.isActive('table'),
    },
  ];
}

function tableTool(label: string, look: Glyph, command: keyof typeof tableCommands): Tool {
  return {
    label,
    look,
    run(editor) {
      runInTable(editor, tableCommands[command]);
      editor.commands.focus();
    },
  };
}

const tableTools: Tool[] = [
  tableTool('Add row', 'addRow', 'addRowAfter'),
  tableTool('Add column', 'addColumn', 'addColumnAfter'),
  tableTool('Remove row', 'removeRow', 'deleteRow'),
  tableTool('Remove column', 'removeColumn', 'deleteColumn'),
  tableTool('Header row', 'headerRow', 'toggleHeaderRow'),
  tableTool('Remove table', 'removeTable', 'deleteTable'),
];

const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform);

function formatKeys(keys: string): string {
  if (!isMac) return keys.replace('Mod', 'Ctrl');
  return keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '');
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = tools.findIndex((tool) => tool === document.activeElement);
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % tools.length,
    ArrowLeft: (at + tools.length - 1) % tools.length,
    Home: 0,
    End: tools.length - 1,
  };
  const next = places[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tools[next]?.focus();
}
