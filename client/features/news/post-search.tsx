import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { TextField } from '#client/ui/text-field.tsx';

import type { AdminNewsSearch } from './news-search.ts';

import styles from './admin-news-page.module.css';

/** Updates the URL 300 ms after the last keystroke. */
export function PostSearch({ filter }: { filter: AdminNewsSearch }) {
  const navigate = useNavigate();
  const { search: found = '' } = filter;
  const [text, setText] = useState(found);
  const requested = useRef(found);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // Only for outside changes, e.g. Back: the field may be ahead of its own pending search.
    if (found !== requested.current) setText(found);
    requested.current = found;
  }, [found]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(input: string, delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      requested.current = input.trim();
      void navigate({
        to: '/admin/news',
        search: { ...filter, search: requested.current, page: 1 },
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
