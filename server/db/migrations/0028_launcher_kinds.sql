-- One download per kind of file, and one link. Until now there was a single row, for a .jar; without a file
-- it said nothing that the site does not assume anyway.
delete from launcher where file_name is null;

alter table launcher
  add column kind text not null default 'jar',
  add column requirement text not null default 'Java 11',
  add column url text;

alter table launcher drop constraint launcher_file;
alter table launcher drop constraint launcher_live;
-- Drops the old primary key too.
alter table launcher drop column id;
alter table launcher add primary key (kind);
alter table launcher alter column kind drop default;
alter table launcher alter column requirement drop default;
alter table launcher
  add constraint launcher_kind check (kind in ('jar', 'exe', 'zip', 'appimage', 'link')),
  add constraint launcher_link check (
    case when kind = 'link'
      then url is not null and url like 'https://%' and num_nulls(file_name, size, sha256) = 3
      else url is null and num_nulls(file_name, size, sha256) = 0
    end
  );
