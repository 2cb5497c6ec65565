import { expect, test } from 'vitest';

test('computed styles are those of the browser’s own style sheet and of the attribute style', () => {
  document.body.innerHTML = `
    <div>block visible</div>
    <span>inline visible</span>
    <button>inline-block visible</button>
    <input value="inline-block visible">
    <input type="hidden" value="none visible">
    <ul><li>list-item visible</li></ul>
    <table><tr hidden><td>table-cell collapse</td></tr></table>
    <p hidden>none visible</p>
    <p style="display: flex">flex visible</p>
    <p style="visibility: hidden"><b>inline hidden</b></p>
    <dialog>none visible</dialog>
    <dialog open>block visible</dialog>
    <div popover>none visible</div>
    <details><summary>list-item visible</summary></details>`;
  const leaves = [...document.body.querySelectorAll('*')].filter((one) => !one.firstElementChild);
  expect(leaves).toHaveLength(14);
  for (const leaf of leaves) {
    const { display, visibility } = getComputedStyle(leaf);
    expect(`${display} ${visibility}`).toBe(leaf.textContent || leaf.getAttribute('value'));
    const values = ['display', 'visibility'].map((name) =>
      getComputedStyle(leaf).getPropertyValue(name),
    );
    expect(values).toEqual([display, visibility]);
  }
  expect(getComputedStyle(document.querySelector('ul')!).listStyleType).toBe('disc');
});
