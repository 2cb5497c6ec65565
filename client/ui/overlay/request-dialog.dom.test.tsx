import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { askConfirm, showAlert } from './dialog-service.tsx';

test('the focus of a question is on the button that confirms it', async () => {
  const { user } = render(<p>Page</p>);
  const answer = askConfirm('Buy it?', { confirmLabel: 'Buy' });
  const dialog = await screen.findByRole('alertdialog', { name: 'Please Confirm' });
  expect(dialog.textContent).toContain('Buy it?');
  expect(document.activeElement?.textContent).toBe('Buy');
  await user.keyboard('{Enter}');
  expect(await answer).toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('the focus of a dangerous question is on Cancel', async () => {
  const { user } = render(<p>Page</p>);
  const answer = askConfirm('Delete it?', { confirmLabel: 'Delete', tone: 'danger' });
  await screen.findByRole('alertdialog');
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.keyboard('{Enter}');
  expect(await answer).toBe(false);
});

test('a dangerous question is confirmed with its button', async () => {
  const { user } = render(<p>Page</p>);
  const answer = askConfirm('Delete it?', { confirmLabel: 'Delete', tone: 'danger' });
  await user.click(await screen.findByText('Delete'));
  expect(await answer).toBe(true);
});

test('Escape answers a question with no', async () => {
  const { user } = render(<p>Page</p>);
  const answer = askConfirm('Leave?', { cancelLabel: 'Stay' });
  await screen.findByText('Stay');
  await user.keyboard('{Escape}');
  expect(await answer).toBe(false);
});

test('alerts and questions are shown one after the other', async () => {
  const { user } = render(<p>Page</p>);
  const seen = vi.fn();
  void showAlert('First notice').then(seen);
  const answer = askConfirm('Second question');
  expect((await screen.findByRole('alertdialog', { name: 'Notice' })).textContent).toBe(
    'First noticeOK',
  );
  expect(screen.queryByText('Second question')).toBeNull();
  await user.click(screen.getByText('OK'));
  expect(seen).toHaveBeenCalledOnce();
  await screen.findByText('Second question');
  await user.click(screen.getByText('Cancel'));
  expect(await answer).toBe(false);
});
