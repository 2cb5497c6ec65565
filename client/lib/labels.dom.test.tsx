import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';

import { useChoices, useLabel } from './labels.ts';

function Labels({ value }: { value: string }) {
  const label = useLabel('news', value);
  const choices = useChoices('news', value).map(({ key }) => key);
  return <p>Labels: {JSON.stringify({ label, choices })}</p>;
}

test.each([
  ['Dev Blogs', { name: 'Workshop', icon: 'quill', tone: 'sky' }, ['Updates', 'Dev Blogs']],
  // A post keeps a category that is no longer offered.
  ['Old', { name: 'Old Stories', isHidden: true }, ['Updates', 'Dev Blogs', 'Old']],
  // It was added a moment ago.
  [
    'New',
    { name: 'New', icon: 'news', tone: 'neutral', isHidden: false },
    ['Updates', 'Dev Blogs'],
  ],
])('the category %s is shown as %j, and its choices are %j', (value, label, choices) => {
  render(<Labels value={value} />);
  const text = screen.getByText(/^Labels:/).textContent.slice('Labels: '.length);
  expect(JSON.parse(text)).toMatchObject({ label: { key: value, ...label }, choices });
});
