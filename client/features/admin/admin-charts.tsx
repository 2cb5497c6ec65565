import { TimeChart } from '#client/ui/data/chart.tsx';
import type { ChartSeries } from '#client/ui/data/chart.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { AdminCharts as Figures } from '#shared/endpoints/dashboard.ts';

import styles from './dashboard.module.css';

export function AdminCharts({ charts }: { charts: Figures }) {
  const { days, registrations, online, coinsSold, coinsReturned, coinsSpent, votes } = charts;
  return (
    <div className={styles.charts}>
      {registrations && (
        <Chart
          title="Registrations"
          days={days}
          series={[{ label: 'New players', values: registrations, tone: 'gold' }]}
        />
      )}
      {online && (
        <Chart
          title="Players online"
          days={days}
          series={[{ label: 'Most at once', values: online, tone: 'moss' }]}
        />
      )}
      {coinsSpent && (
        <Chart
          title={coinsSold ? 'Coins sold and spent' : 'Coins spent'}
          days={days}
          series={[
            ...(coinsSold ? [{ label: 'Sold', values: coinsSold, tone: 'gold' } as const] : []),
            { label: 'Spent', values: coinsSpent, tone: 'ember' },
            ...(coinsReturned?.some((coins) => coins > 0)
              ? [{ label: 'Returned', values: coinsReturned, tone: 'sky' } as const]
              : []),
          ]}
        />
      )}
      {votes && (
        <Chart
          title="Votes"
          days={days}
          series={[{ label: 'Ballots cast', values: votes, tone: 'sky' }]}
        />
      )}
    </div>
  );
}

type Props = { title: string; days: number[]; series: ChartSeries[] };

function Chart({ title, days, series }: Props) {
  return (
    <section aria-label={title}>
      <TimeChart
        heading={
          <Text as="h3" size="lg" strong>
            {title}
          </Text>
        }
        label={describe(title, days, series)}
        times={days}
        series={series}
        height={270}
        isCount
      />
    </section>
  );
}

/** Text alternative for screen readers. */
function describe(title: string, days: number[], series: ChartSeries[]): string {
  const maxima = series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    const most = known.length > 0 ? Math.max(...known) : 0;
    return `${label}: at most ${most.toLocaleString('en')} per day`;
  });
  return `${title} over ${days.length} days. ${maxima.join('. ')}.`;
}
