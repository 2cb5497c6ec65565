export type JobsTables = {
  job_runs: {
    name: string;
    last_started_at: Date | null;
    last_finished_at: Date | null;
    last_error: string | null;
    failing_since: Date | null;
    lease_id: string | null;
    lease_until: Date | null;
  };
};
