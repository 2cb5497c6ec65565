create table mails (
  id bigint generated always as identity primary key,
  -- Used in the Message-ID, so that an email sent twice can be recognised.
  message_id uuid not null default gen_random_uuid(),
  recipient text not null,
  subject text not null,
  -- Removed once the email was sent or abandoned.
  content jsonb,
  is_urgent boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Time of the next attempt. While a process is sending the email: the end of its lease.
  due_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '1 day',
  finished_at timestamptz,
  last_error text,
  constraint mails_content_while_waiting check ((state = 'waiting') = (content is not null)),
  constraint mails_finished check ((state = 'waiting') = (finished_at is null))
);
create index mails_due on mails (is_urgent desc, due_at) where state = 'waiting';
create index mails_finished_at on mails (finished_at) where state <> 'waiting';

-- Start of the current series of failed runs; null if the last run succeeded.
alter table job_runs add column failing_since timestamptz;
update job_runs set failing_since = last_finished_at where last_error is not null;
