import styles from './toolbar.module.css';

/** Drawn like the site's other icons: 24 px grid, one stroke weight, round joints. */
const glyphs = {
  undo: 'M8.5 5 4 9.5 8.5 14M4.5 9.5H14a5.2 5.2 0 0 1 0 10.4h-3',
  redo: 'M15.5 5 20 9.5 15.5 14M19.5 9.5H10a5.2 5.2 0 0 0 0 10.4h3',
  bold: 'M7.5 4.8h5.2a3.5 3.5 0 0 1 0 7H7.5zM7.5 11.8h6.2a3.7 3.7 0 0 1 0 7.4H7.5z',
  italic: 'M10 4.8h7M7 19.2h7M13.6 4.8l-3.2 14.4',
  underline: 'M7 4.2v7.3a5 5 0 0 0 10 0V4.2M5.5 20h13',
  strike:
    'M16.6 7.6c-.5-2-2.3-3-4.6-3-2.7 0-4.6 1.3-4.6 3.4 0 1.5.9 2.4 2.6 3M4 12h16M14.6 14c1.4.6 2.1 1.4 2.1 2.6 0 1.9-1.9 3.1-4.7 3.1-2.6 0-4.4-1.1-5-3',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  bullets: 'M9.5 6.2h10.5M9.5 12h10.5M9.5 17.8h10.5M4.6 6.2h.1M4.6 12h.1M4.6 17.8h.1',
  numbers:
    'M10 6.2h10M10 12h10M10 17.8h10M3.8 5l1.4-.8v4.4M3.6 15.6c.4-1 2.4-1 2.4.3 0 1-2.4 1.6-2.4 3h2.5',
  quote:
    'M9.5 7C6.500 8 5 10.200 5 13.500V17h5v-5H7.300M19 7c-3 1-4.500 3.200-4.500 6.500V17h5v-5h-2.700',
  block: 'M4 5h16v14H4zM9.500 9.500 7 12l2.500 2.500M14.500 9.500 17 12l-2.500 2.500',
  rule: 'M4 12h5M15 12h5M12 9.500l2.500 2.500-2.500 2.500L9.500 12z',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3A4 4 0 0 0 13 5.300l-1.300 1.300M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1.300-1.300',
  picture:
    'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500L20 18M15.300 8.800a1.100 1.100 0 1 0 0 .1',
  table: 'M4 5h16v14H4zM4 9.700h16M4 14.300h16M12 5v14',
  addRow: 'M4 4.500h16v7H4zM12 4.500v7M12 14.500v6M9 17.500h6',
  addColumn: 'M4.500 4v16h7V4zM4.500 12h7M14.500 12h6M17.500 9v6',
  removeRow: 'M4 4.500h16v7H4zM12 4.500v7M9 17.500h6',
  removeColumn: 'M4.500 4v16h7V4zM4.500 12h7M14.500 12h6',
  headerRow: 'M4 5h16v14H4zM4 10h16M4 7.500h16M12 10v9',
  removeTable: 'M20 11V5H4v14h7M4 9.700h16M12 5v6M15 15l5 5M20 15l-5 5',
} as const;

export type Glyph = keyof typeof glyphs;

export function ToolbarIcon({ name }: { name: Glyph }) {
  return (
    <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={glyphs[name]} />
    </svg>
  );
}
