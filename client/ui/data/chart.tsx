import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import uPlot from 'uplot';

import { formatDateTime, formatDay } from '#client/lib/dates.ts';

import tones from '#client/ui/tones.module.css';
import 'uplot/dist/uPlot.min.css';
import styles from './chart.module.css';

export type ChartSeries = {
  label: string;
  /** One per time. The line continues across nulls. */
  values: readonly (number | null)[];
  tone: 'gold' | 'ember' | 'moss' | 'sky';
  /** Puts the smallest value on top, e.g. for ranks. */
  isReversed?: boolean | undefined;
  format?: ((value: number) => string) | undefined;
};

type Props = {
  /** Accessible name: one-sentence summary. */
  label: string;
  /** Shown above the chart, with the time of the values at the end of its line. */
  heading?: ReactNode;
  /** Seconds since 1970, ascending. */
  times: readonly number[];
  /** One or two series; the second has its own scale at the right edge. Counts may be more. */
  series: readonly ChartSeries[];
  height?: number | undefined;
  /** The series are counts of the same kind: one shared scale, starting at zero. */
  isCount?: boolean | undefined;
  /** Shows times with the hour, in the reader's time zone. For points less than a day apart. */
  hasHours?: boolean | undefined;
};

/** Load it lazily: it imports the chart library. The legend shows the values at the pointer, or the newest ones. */
export function TimeChart({
  label,
  heading,
  times,
  series,
  height = 260,
  isCount = false,
  hasHours = false,
}: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const shown = series.filter((one) => !hidden.includes(one.label));

  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const plot = new uPlot(
      buildOptions({ element, series: shown, height, isCount, hasHours, onMove: setAt }),
      toPlotData(times, shown),
      element,
    );
    const observer = new ResizeObserver(() => {
      plot.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
    // Compare by value: the arrays are new on every render, and the chart must not be redrawn each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [JSON.stringify(times), JSON.stringify(shown), height]);

  const index = at ?? times.length - 1;
  const time = (
    <span className={styles.time}>
      <PointTime seconds={times[index]} hasHours={hasHours} />
    </span>
  );
  return (
    <figure className={styles.chart}>
      {heading && (
        <div className={styles.head}>
          {heading}
          {time}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library draws into it */}
      <div ref={holder} role="img" aria-label={label} className={styles.plot} />
      <figcaption className={styles.legend}>
        {!heading && time}
        {series.map((one) => (
          <Entry
            key={one.label}
            series={one}
            value={one.values[index] ?? null}
            isShown={!hidden.includes(one.label)}
            onToggle={
              series.length > 1
                ? () => setHidden(toggleHidden(hidden, one.label, series.length))
                : undefined
            }
          />
        ))}
      </figcaption>
    </figure>
  );
}

function PointTime({ seconds, hasHours }: { seconds: number | undefined; hasHours: boolean }) {
  if (seconds === undefined) return null;
  const at = { seconds, nanoseconds: 0 };
  return hasHours ? formatDateTime(at) : formatDay(at, 'UTC');
}

type EntryProps = {
  series: ChartSeries;
  value: number | null;
  isShown: boolean;
  /** Omitted for the only series. */
  onToggle: (() => void) | undefined;
};

function Entry({ series, value, isShown, onToggle }: EntryProps) {
  const content = (
    <>
      <span className={`${styles.line} ${tones[series.tone]}`} aria-hidden="true" />
      {series.label}
      <span className={styles.value}>{value === null ? '–' : formatValue(series, value)}</span>
    </>
  );
  if (!onToggle) return <span className={styles.entry}>{content}</span>;
  return (
    <button type="button" aria-pressed={isShown} onClick={onToggle} className={styles.entry}>
      {content}
    </button>
  );
}

/** Never hides the last line. */
function toggleHidden(hidden: readonly string[], label: string, count: number): readonly string[] {
  if (hidden.includes(label)) return hidden.filter((one) => one !== label);
  return hidden.length + 1 < count ? [...hidden, label] : hidden;
}

function toPlotData(times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData {
  return [[...times], ...series.map(({ values }) => [...values])];
}

type OptionsInput = {
  element: HTMLElement;
  series: readonly ChartSeries[];
  height: number;
  isCount: boolean;
  hasHours: boolean;
  onMove: (index: number | null) => void;
};

function buildOptions(input: OptionsInput): uPlot.Options {
  const { element, series, height, isCount, hasHours, onMove } = input;
  const css = getComputedStyle(element);
  const colour = (name: string) => css.getPropertyValue(`--${name}`).trim();
  const scaleOf = (at: number) => (isCount ? scaleName(0) : scaleName(at));
  const look = {
    stroke: colour('muted'),
    font: `14px ${css.getPropertyValue('--font-sans')}`,
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    // The last date is centred below the last point.
    padding: [12, 22, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 9 }, drag: { x: false, y: false } },
    scales: Object.fromEntries(
      series.map((one, at) => [
        scaleOf(at),
        {
          dir: one.isReversed ? (-1 as const) : (1 as const),
          range: isCount ? countRange : paddedRange,
        },
      ]),
    ),
    axes: [
      {
        ...look,
        grid: { show: false },
        space: 70,
        size: 32,
        values: (_, times) => times.map(hasHours && isWithinDays(times) ? shortHour : shortDay),
      },
      ...(isCount ? series.slice(0, 1) : series).map((one, at) => ({
        ...look,
        scale: scaleOf(at),
        side: at === 0 ? 3 : 1,
        size: element.clientWidth < 480 ? 46 : 60,
        grid: { show: at === 0, stroke: 'rgb(255 231 173 / 8%)', width: 1 },
        values: (_: uPlot, values: number[]) => formatTicks(one, values),
      })),
    ],
    series: [
      {},
      ...series.map((one, at) => ({
        label: one.label,
        scale: scaleOf(at),
        stroke: colour(`${one.tone}-400`),
        width: 2,
        spanGaps: true,
        points: { show: false },
        // Below the line of a reversed scale are the better values.
        ...(at === 0 && !one.isReversed && { fill: createFade(colour(`${one.tone}-400`)) }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onMove(cursor.idx ?? null)] },
  };
}

/** A gradient under the line that fades out towards the bottom. */
function createFade(colour: string): uPlot.Series.Fill {
  return (plot) => {
    const { top, height } = plot.bbox;
    const fade = plot.ctx.createLinearGradient(0, top, 0, top + height);
    fade.addColorStop(0, `color-mix(in srgb, ${colour} 25%, transparent)`);
    fade.addColorStop(1, `color-mix(in srgb, ${colour} 0%, transparent)`);
    return fade;
  };
}

/** A flat line is in the middle, and no whole number at the edge, where the dates are. */
function paddedRange(_plot: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const space = Math.max((high - low) * 0.08, 0.6);
  return [low - space, high + space];
}

/** Starts at zero. */
function countRange(_plot: uPlot, _low: number | null, high: number | null): [number, number] {
  return [0, Math.max(high ?? 0, 5) * 1.08];
}

/** Leaves out fractions, and ranks below 1. As short as possible without two equal ticks. */
function formatTicks({ isReversed }: ChartSeries, values: number[]): string[] {
  const isShown = (value: number) => Number.isInteger(value) && !(isReversed && value < 1);
  const shown = values.filter(isShown);
  const format =
    compactFormats.find(
      (one) => new Set(shown.map((value) => one.format(value))).size === shown.length,
    ) ?? new Intl.NumberFormat('en');
  return values.map((value) => (isShown(value) ? format.format(value) : ''));
}

function scaleName(at: number): string {
  return at === 0 ? 'left' : 'right';
}

const compactFormats = [1, 2, 3].map(
  (maximumFractionDigits) =>
    new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits }),
);
const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function isWithinDays(times: readonly number[]): boolean {
  return (times.at(-1) ?? 0) - (times[0] ?? 0) <= 2 * 86_400;
}

function shortHour(seconds: number): string {
  return hour.format(seconds * 1000);
}

function shortDay(seconds: number): string {
  return dayAndMonth.format(seconds * 1000);
}

function formatValue({ format }: ChartSeries, value: number): string {
  return format?.(value) ?? value.toLocaleString('en');
}
