import { readHex, toHex } from '../shared/rules/colour.ts';
import { belongsToPalette } from '../shared/rules/theme.ts';

const colour = /#(?<hex>[\da-f]{6})\b|\brgb\((?<channels>\d+ \d+ \d+)(?<alpha> \/ [\d.]+%?)?\)/g;
/** Gold, silver and bronze stay what they are. */
const keepsItsColours = 'medal.module.css';
const address = /url\((?:"[^"]*"|'[^']*'|[^)]*)\)/g;

/** `#d9a53a` becomes `rgb(var(--d9a53a,217 165 58))`. Only the style sheet of another palette defines these variables. */
export const themedColours = {
  postcssPlugin: 'wynhold-themed-colours',
  Declaration(declaration: { value: string; source?: { input: { file?: string } } }) {
    if (declaration.source?.input.file?.endsWith(keepsItsColours)) return;
    const named = nameColours(declaration.value);
    if (named !== declaration.value) declaration.value = named;
  },
};

export function nameColours(css: string): string {
  const addresses = css.match(address) ?? [];
  // A variable has no effect inside an address.
  return css
    .split(address)
    .map((part, index) => part.replaceAll(colour, toVariable) + (addresses[index] ?? ''))
    .join('');
}

function toVariable(text: string, hex?: string, channels?: string, alpha = ''): string {
  const value = hex ? `#${hex}` : toHex((channels ?? '').split(' ').map(Number));
  if (!belongsToPalette(value)) return text;
  return `rgb(var(--${value.slice(1)}, ${readHex(value).join(' ')})${alpha})`;
}
