import { Node } from '@tiptap/core';
import type { Editor } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
  toggleHeader,
} from '@tiptap/pm/tables';

/** prosemirror-tables finds the nodes by their role. */
const roles: Record<string, string> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  extendNodeSchema: ({ name }) => ({ tableRole: roles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: ({ editor }) =>
        runInTable(editor, goToNextCell(1)) ||
        (runInTable(editor, addRowAfter) && runInTable(editor, goToNextCell(1))),
      'Shift-Tab': ({ editor }) => runInTable(editor, goToNextCell(-1)),
    };
  },
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableCell = createCell('tableCell', 'td');
const TableHeader = createCell('tableHeader', 'th');

export const tableNodes = [Table, TableRow, TableCell, TableHeader];

function createCell(name: string, tag: 'td' | 'th') {
  return Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: spanAttribute('colspan'),
      rowspan: spanAttribute('rowspan'),
      // Widths cannot be set, but prosemirror-tables reads them.
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });
}

function spanAttribute(name: string) {
  return {
    default: 1,
    parseHTML: (cell: HTMLElement) => Number(cell.getAttribute(name)) || 1,
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === 1 ? {} : { [name]: attributes[name] },
  };
}

/** Three rows and columns, the first row as a header. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  const content = [row('tableHeader'), row('tableCell'), row('tableCell')];
  const { from } = editor.state.selection;
  editor.chain().focus().insertContent({ type: 'table', content }).run();
  // The caret goes into the first cell, where the writing starts.
  editor.commands.setTextSelection(from + 3);
}

type Command = (state: EditorState, dispatch?: (change: Transaction) => void) => boolean;

export const tableCommands = {
  addRowAfter,
  addColumnAfter,
  deleteRow,
  deleteColumn,
  toggleHeaderRow: toggleHeader('row'),
  deleteTable,
} satisfies Record<string, Command>;

export function runInTable({ state, view }: Editor, command: Command): boolean {
  return isInTable(state) && command(state, view.dispatch);
}
