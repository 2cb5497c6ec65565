export type RateLimitTables = {
  rate_limits: {
    key: string;
    hits: number;
    resets_at: Date;
  };
};
