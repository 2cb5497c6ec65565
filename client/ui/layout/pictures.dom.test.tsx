import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { render } from '#client/testing/render-page.tsx';
import { changeBrand, makeTestSite } from '#client/testing/test-site.ts';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';

import { ItemPicture } from './item-picture.tsx';
import { ScenePage } from './scene-page.tsx';

const picture = { url: '/media/a', src: '/media/a-8.webp', srcset: 'a 8w', width: 8, height: 4 };
const imageOf = (container: Element) => {
  const image = container.querySelector('img');
  return image && [image.getAttribute('src'), image.getAttribute('srcset')];
};

test('an item has its stored picture, an older image, or the logo of the site', () => {
  changeBrand({ logo: '/logo.png' });
  const show = (item: { image: string | null; picture: typeof picture | null }) => {
    const { container, unmount } = render(<ItemPicture item={item} sizes="64px" />);
    const shown = imageOf(container);
    unmount();
    return shown;
  };
  expect(show({ image: '/old.png', picture })).toEqual(['/media/a-8.webp', 'a 8w']);
  expect(show({ image: '/old.png', picture: null })).toEqual(['/old.png', null]);
  expect(show({ image: null, picture: null })).toEqual(['/logo.png', null]);
});

test.each([
  [false, '/logo.png', null, true],
  [true, '/logo.png', ['/logo.png', null], false],
  [true, null, null, false],
])(
  'beside an own picture (%s) with the logo %s, ours is not drawn',
  (hasOwnPicture, logo, image, hasScene) => {
    changeBrand({ hasOwnPicture, logo });
    const { container } = render(<EmptyState scene="chest" text="Nothing." />);
    expect(imageOf(container)).toEqual(image);
    expect(container.querySelector('[data-scene=chest]') !== null).toBe(hasScene);
  },
);

test.each([true, false])(
  'a page with a scene shows the owner’s picture (%s), and a new step has the focus',
  (hasOwnPicture) => {
    const { hero } = makeTestSite().brand;
    changeBrand({ hasOwnPicture, hero: { ...hero, picture: { ...picture } } });
    const { container } = render(
      <ScenePage scene="gate" icon="key" heading="Log In" lead="Welcome." takeFocus={hasOwnPicture}>
        <p>Form</p>
      </ScenePage>,
    );
    expect(imageOf(container)?.[0] === picture.src).toBe(hasOwnPicture);
    expect(document.activeElement === screen.getByText('Log In')).toBe(hasOwnPicture);
  },
);
