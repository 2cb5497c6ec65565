import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { TextField } from '#client/ui/text-field.tsx';

import { toAdminSearch } from './admin-list-search.ts';
import type { EditedFilter } from './admin-news.queries.ts';

import styles from './admin-news-page.module.css';

/** Updates the URL 300 ms after the last keystroke. */
export function PostSearch({ filter }: { filter: EditedFilter }) {
  const navigate = useNavigate();
  const [text, setText] = useState(filter.search);
  const requested = useRef(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // Only for outside changes, e.g. Back: the field may be ahead of its own pending search.
    if (filter.search !== requested.current) setText(filter.search);
    requested.current = filter.search;
  }, [filter.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(input: string, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      requested.current = input.trim();
      void navigate({
        to: '/admin/news',
        search: toAdminSearch({ ...filter, search: requested.current, page: 1 }),
        replace: true,
        resetScroll: false,
      });
    }, delay);
  }

  return (
    <search>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          search(text, 0);
        }}
      >
        <TextField
          hideLabel
          type="search"
          label="Search posts"
          placeholder="Search posts"
          icon="search"
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            search(event.target.value, 300);
          }}
        />
      </form>
    </search>
  );
}
