import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';

import { Pager } from '#client/ui/data/pager.tsx';
import type { PagerProps } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button, ButtonLink } from '#client/ui/form/button.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showAlert } from '#client/ui/overlay/dialog-service.tsx';
import { Muted } from '#client/ui/text/text.tsx';

type TotalsOf<Page> = Page extends { totals: infer Totals } ? NonNullable<Totals> : never;

type Props<Page> = {
  query: ComponentProps<typeof QueryView<Page>>['query'];
  link: PagerProps['link'];
  /** URL of the CSV export. */
  csv: string;
  heading: string;
  /** Asks for the sums of a list that is too long to be summed every time. */
  sumAll: () => Promise<Page>;
  renderTotals: (totals: TotalsOf<Page>, total: number) => ReactNode;
  children: (page: Page) => ReactNode;
};

export type LogProps<Filter> = { filter: Filter } & Pick<PagerProps, 'page' | 'link'>;

type LogPage = { page: number; pages: number; total: number; totals: object | null };

/** A log of money or purchases: totals, table panel and pager. */
export function LogList<Page extends LogPage>({
  query,
  link,
  csv,
  heading,
  sumAll,
  renderTotals,
  children,
}: Props<Page>) {
  return (
    <QueryView
      query={query}
      errorHeading="The log could not be loaded"
      loadingText="Loading the log..."
    >
      {(data) => (
        <Stack gap={4} aria-busy={query.isPlaceholderData}>
          <Panel variant="plain">
            <Totals key={csv} page={data} sumAll={sumAll} renderTotals={renderTotals} />
          </Panel>
          <Panel
            variant="plain"
            pad="none"
            heading={`${heading} (${data.total.toLocaleString('en')}${data.totals ? '' : '+'})`}
            actions={
              <ButtonLink size="sm" icon="download" href={csv} download>
                CSV
              </ButtonLink>
            }
          >
            {data.total === 0 ? (
              <EmptyState
                scene="scroll"
                heading="Nothing found"
                text="No entries match this filter."
              />
            ) : (
              children(data)
            )}
          </Panel>
          <Pager label="Log pages" page={data.page} pages={data.pages} link={link} />
        </Stack>
      )}
    </QueryView>
  );
}

type TotalsProps<Page> = Pick<Props<Page>, 'sumAll' | 'renderTotals'> & { page: Page };

function Totals<Page extends LogPage>({ page, sumAll, renderTotals }: TotalsProps<Page>) {
  const summing = useMutation({
    mutationFn: sumAll,
    onError: (error) => void showAlert(error.message),
  });
  const summed = page.totals ? page : summing.data;
  if (summed?.totals) {
    // The type of a page's totals without null.
    const totals = summed.totals as TotalsOf<Page>;
    return (
      <Columns as="dl" min="stat">
        {renderTotals(totals, summed.total)}
      </Columns>
    );
  }
  return (
    <Row>
      <Muted>More than {page.total.toLocaleString('en')} entries match this filter.</Muted>
      <Button size="sm" pending={summing.isPending} onClick={() => summing.mutate()}>
        Count and Sum All
      </Button>
    </Row>
  );
}
