import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { expect, test, vi } from 'vitest';

import { answerUploads } from '#client/testing/fake-upload.ts';
import { render } from '#client/testing/render-page.tsx';

import { readHtml } from './rich-text.tsx';
import { TextEditor, useTextEditor } from './text-editor.tsx';

const onChange = vi.fn<(html: string) => void>();

function Editing({ content }: { content: string }) {
  const editing = useTextEditor({ content, placeholder: 'Write here.', onChange });
  return <TextEditor editing={editing} error={undefined} />;
}

function open(content = '<p>Word</p>') {
  onChange.mockReset();
  const view = render(<Editing content={content} />);
  const field = screen.getByLabelText('Content');
  const { editor } = field as HTMLElement & { editor: Editor };
  const tool = (label: string) => screen.getByLabelText<HTMLButtonElement>(label);
  return { ...view, field, editor, tool, html: () => readHtml(editor) };
}

test('each tool formats the text and takes its format back', async () => {
  const { editor, tool, html } = open();
  const formats = {
    'Heading 2': '<h2>Word</h2>',
    'Heading 3': '<h3>Word</h3>',
    'Heading 4': '<h4>Word</h4>',
    Bold: '<p><strong>Word</strong></p>',
    Italic: '<p><em>Word</em></p>',
    Underline: '<p><u>Word</u></p>',
    Strike: '<p><s>Word</s></p>',
    Code: '<p><code>Word</code></p>',
    'Bullet list': '<ul><li><p>Word</p></li></ul>',
    'Numbered list': '<ol><li><p>Word</p></li></ol>',
    Quote: '<blockquote><p>Word</p></blockquote>',
    'Code block': '<pre><code>Word</code></pre>',
  };
  act(() => void editor.commands.setTextSelection({ from: 1, to: 5 }));
  for (const [label, formatted] of Object.entries(formats)) {
    act(() => tool(label).click());
    expect(html(), label).toBe(formatted);
    await expect.poll(() => tool(label).ariaPressed, { message: label }).toBe('true');
    act(() => tool(label).click());
    expect(html(), label).toBe('<p>Word</p>');
    await expect.poll(() => tool(label).ariaPressed, { message: label }).toBe('false');
  }
  expect(onChange).toHaveBeenLastCalledWith('<p>Word</p>');
});

test('changes are undone and redone where there are any, and a divider is inserted', () => {
  const { editor, tool, html } = open();
  const able = () => [tool('Undo'), tool('Redo')].map((button) => button.ariaDisabled === 'false');
  expect(able()).toEqual([false, false]);
  act(() => void editor.commands.focus('end'));
  act(() => tool('Divider').click());
  expect(html()).toBe('<p>Word</p><hr>');
  expect(able()).toEqual([true, false]);
  act(() => tool('Undo').click());
  expect(html()).toBe('<p>Word</p>');
  expect(able()).toEqual([false, true]);
  act(() => tool('Redo').click());
  expect(html()).toBe('<p>Word</p><hr>');
});

test('the toolbar is one stop of Tab, and the keys move in it', async () => {
  const { user, tool } = open();
  const stops = within(screen.getByRole('toolbar')).getAllByRole('button');
  expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tool('Undo')]);
  tool('Undo').focus();
  for (const [key, label] of [
    ['{ArrowLeft}', 'Table'],
    ['{ArrowRight}', 'Undo'],
    ['{ArrowRight}', 'Redo'],
    ['{ArrowLeft}', 'Undo'],
    ['{End}', 'Table'],
    ['{Home}', 'Undo'],
    ['x', 'Undo'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement, key).toBe(tool(label));
  }
});

test('without a selection a link asks for its text, which is its address by default', async () => {
  const { user, field, editor, html } = open('<p></p>');
  for (const [text, expected] of [
    ['Events', '<a href="https://example.com/a">Events</a>'],
    [' ', '<a href="https://example.com/a">https://example.com/a</a>'],
  ] as const) {
    act(() => void editor.commands.setContent('<p></p>'));
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a Link' }));
    await user.fill(dialog.getByLabelText('Text'), text);
    await user.fill(dialog.getByLabelText('Address'), 'example.com/a');
    await user.click(dialog.getByText('Add Link'));
    await expect.poll(html).toBe(`<p>${expected}</p>`);
  }
  act(() => void editor.commands.setContent('<p>Word</p>'));
  act(() => void editor.commands.selectAll());
  await user.click(screen.getByLabelText('Link'));
  expect(screen.queryByLabelText('Text')).toBeNull();
  await user.fill(screen.getByLabelText('Address'), '/events');
  await user.click(screen.getByText('Add Link'));
  await expect.poll(html).toBe('<p><a href="/events">Word</a></p>');
});

const picture = { url: '/media/a', src: '/media/a-8.webp', srcset: '/a 8w', width: 8, height: 4 };
const file = new File(['x'], 'a.png', { type: 'image/png' });

test('a picture is described while it is uploaded, inserted, and described again', async () => {
  answerUploads(picture);
  const { user, editor, tool } = open('<p></p>');
  await user.upload(screen.getByLabelText('Picture file'), file);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Picture' }));
  await user.fill(dialog.getByLabelText('Alt text'), ' A keep ');
  const insert = dialog.getByText('Insert Picture');
  await expect.poll(() => insert.ariaBusy).toBeNull();
  await user.click(insert);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  const image = () => screen.getByLabelText('Content').querySelector('img');
  const attributes = () =>
    ['src', 'srcset', 'width', 'height', 'alt'].map((name) => image()?.getAttribute(name));
  expect(attributes()).toEqual([picture.src, '/a 8w', '8', '4', 'A keep']);
  let at = 0;
  editor.state.doc.descendants((node, place) => {
    if (node.type.name === 'picture') at = place;
  });
  act(() => void editor.commands.setNodeSelection(at));
  expect(tool('Picture').ariaPressed).toBe('true');
  await user.click(tool('Picture'));
  const again = within(await screen.findByRole('dialog', { name: 'Describe the Picture' }));
  expect(again.getByLabelText<HTMLInputElement>('Alt text').value).toBe('A keep');
  await user.fill(again.getByLabelText('Alt text'), ' at dusk');
  await user.click(again.getByText('Save'));
  await expect.poll(() => attributes().at(-1)).toBe('A keep at dusk');
});

test('pasted pictures are uploaded, but not those beside a text, and those of other pages stay out', () => {
  answerUploads(picture);
  const { editor } = open('<p></p>');
  const paste = (text: string, files: File[]) => {
    const event = {
      clipboardData: { files, getData: (type: string) => (type === 'text/plain' ? text : '') },
      preventDefault() {},
    };
    const slice = editor.state.doc.slice(0, 0);
    let isHandled = false;
    act(() => {
      isHandled = Boolean(
        editor.view.someProp('handlePaste', (handle) =>
          // jsdom has no ClipboardEvent.
          handle(editor.view, event as unknown as ClipboardEvent, slice),
        ),
      );
    });
    return [isHandled, screen.queryByText('Add a Picture') !== null];
  };
  expect(paste('A text', [file])).toEqual([false, false]);
  expect(paste('', [new File(['x'], 'a.txt', { type: 'text/plain' })])).toEqual([false, false]);
  expect(paste('', [file])).toEqual([true, true]);
  act(() => {
    editor.view.pasteHTML(
      '<img src="data:image/png;base64,AA"><img src="//evil.example/x.png"><img src="/media/b.webp"><img src="https://example.com/c.png">',
      new Event('paste') as ClipboardEvent,
    );
  });
  const images = [...screen.getByLabelText('Content').querySelectorAll('img')];
  expect(images.map((image) => image.getAttribute('src'))).toEqual([
    '/media/b.webp',
    'https://example.com/c.png',
  ]);
});

test('Tab goes through the cells of a table, and from the last one to a new row', () => {
  const { field, editor, tool } = open('<p></p>');
  act(() => tool('Table').click());
  const rows = () => field.querySelectorAll('tr').length;
  const write = (text: string) => act(() => void editor.commands.insertContent(text));
  const cells = () => [...field.querySelectorAll('th, td')].map(({ textContent }) => textContent);
  write('A');
  fireEvent.keyDown(field, { key: 'Tab' });
  write('B');
  fireEvent.keyDown(field, { key: 'Tab', shiftKey: true });
  expect(cells().slice(0, 3)).toEqual(['A', 'B', '']);
  expect(rows()).toBe(3);
  for (let step = 0; step < 9; step++) fireEvent.keyDown(field, { key: 'Tab' });
  expect(rows()).toBe(4);
  write('C');
  expect(cells()[9]).toBe('C');
  expect(tool('Table').ariaDisabled).toBe('true');
});
