-- How often the mail server read the whole email and then closed the connection without an answer. The recipient may
-- have a copy of each of them, so there are three at most.
alter table mails add column lost_answers integer not null default 0;
