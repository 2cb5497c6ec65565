import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { ListEditor } from './list-editor.tsx';

type Card = { title: string };

function Cards() {
  const [cards, setCards] = useState<Card[]>([{ title: 'One' }, { title: 'Two' }]);
  return (
    <ListEditor
      items={cards}
      max={3}
      noun="Card"
      addLabel="Add Card"
      create={() => ({ title: '' })}
      onChange={setCards}
    >
      {({ title }, at, change) => (
        <input
          aria-label={`Title ${at + 1}`}
          value={title}
          onChange={({ target }) => change({ title: target.value })}
        />
      )}
    </ListEditor>
  );
}

const titles = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

test('entries are added up to a limit, changed, moved and removed', async () => {
  const { user } = render(<Cards />);
  const add = () => screen.getByText<HTMLButtonElement>('Add Card');
  expect(screen.queryByText('At most 3.')).toBeNull();
  await user.click(add());
  expect(document.activeElement).toBe(screen.getByLabelText('Title 3'));
  await user.paste('Three');
  expect(titles()).toEqual(['One', 'Two', 'Three']);
  expect(add().disabled).toBe(true);
  screen.getByText('At most 3.');
  // The field itself moves, and with it an upload of the entry.
  const moved = screen.getByLabelText('Title 3');
  await user.click(screen.getByLabelText('Move card 3 up'));
  expect(screen.getByLabelText('Title 2')).toBe(moved);
  expect(titles()).toEqual(['One', 'Three', 'Two']);
  await user.click(screen.getByLabelText('Move card 1 up'));
  await user.click(screen.getByLabelText('Move card 3 down'));
  expect(titles()).toEqual(['One', 'Three', 'Two']);
  await user.click(screen.getByLabelText('Remove card 1'));
  expect(titles()).toEqual(['Three', 'Two']);
  expect(document.activeElement).toBe(add());
  expect(add().disabled).toBe(false);
});
