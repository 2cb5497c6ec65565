create table polls (
  id bigint generated always as identity primary key,
  title text not null,
  ends_at timestamptz not null,
  -- Set by the job at ends_at, or earlier by an admin.
  ended_at timestamptz,
  min_account_age_days integer not null default 0,
  min_total_level integer not null default 0,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  created_by bigint references accounts on delete set null,
  constraint polls_title_length check (char_length(title) between 1 and 120),
  constraint polls_ended_in_time check (ended_at <= ends_at),
  constraint polls_min_account_age_days_range check (min_account_age_days between 0 and 3650),
  constraint polls_min_total_level_range check (min_total_level between 0 and 3000),
  constraint polls_version_positive check (version >= 0)
);
create index polls_open on polls (ends_at) where ended_at is null;
create index polls_created_by on polls (created_by);

create table poll_questions (
  poll_id bigint not null references polls on delete cascade,
  position smallint not null,
  question text not null,
  primary key (poll_id, position),
  constraint poll_questions_position_range check (position between 0 and 49),
  constraint poll_questions_question_length check (char_length(question) between 1 and 300)
);

create table poll_answers (
  poll_id bigint not null,
  question smallint not null,
  position smallint not null,
  answer text not null,
  -- Number of poll_votes rows for this answer, updated in the transaction that adds the row.
  votes integer not null default 0,
  primary key (poll_id, question, position),
  foreign key (poll_id, question) references poll_questions on delete cascade,
  constraint poll_answers_position_range check (position between 0 and 49),
  constraint poll_answers_answer_length check (char_length(answer) between 1 and 200),
  constraint poll_answers_votes_positive check (votes >= 0)
) with (fillfactor = 70);

-- One row per player, poll and question. If the account is deleted, the vote still counts.
create table poll_votes (
  id bigint generated always as identity primary key,
  poll_id bigint not null,
  question smallint not null,
  account_id bigint references accounts on delete set null,
  answer smallint not null,
  voted_at timestamptz not null default now(),
  constraint poll_votes_once unique (account_id, poll_id, question),
  foreign key (poll_id, question, answer) references poll_answers on delete cascade
);
-- Every voter has exactly one row for the first question, so these rows count the ballots.
create index poll_votes_by_time on poll_votes (poll_id, voted_at) where question = 0;
create index poll_votes_by_answer on poll_votes (poll_id, question, answer);
