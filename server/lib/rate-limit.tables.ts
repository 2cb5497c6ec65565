export type RateLimitTables = {
  rate_limits: RateLimitsTable;
};

type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Date;
};
