import { useState } from 'react';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

type Choices = Record<number, number>;

/** The choices so far. Kept in this tab across a reload and a login. */
export function useChoices(poll: Poll) {
  const key = `poll ${poll.id} ${poll.version}`;
  const isInBrowser = useInBrowser();
  const [chosen, setChosen] = useState<Choices>();
  const choices = chosen ?? (isInBrowser ? readChoices(key, poll) : {});
  const choose = (question: number, answer: number): void => {
    const changed = { ...choices, [question]: answer };
    sessionStorage.setItem(key, JSON.stringify(changed));
    setChosen(changed);
  };
  return { choices, choose, clearChoices: () => sessionStorage.removeItem(key) };
}

function readChoices(key: string, { questions }: Poll): Choices {
  const stored = parse(sessionStorage.getItem(key));
  const known = Object.entries(stored).filter(([question, answer]) => {
    return questions[Number(question)]?.answers[Number(answer)] !== undefined;
  });
  return Object.fromEntries(known.map(([question, answer]) => [question, Number(answer)]));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
