import { RadioCards } from '#client/ui/form/choice.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';

import styles from './poll-page.module.css';

type Props = {
  at: number;
  question: string;
  answers: readonly string[];
  choice?: number | undefined;
  onChoose?: (answer: number) => void;
};

export function QuestionSheet({ at, question, answers, choice, onChoose }: Props) {
  return (
    <Parchment pad="lg" className={styles.sheet}>
      <RadioCards
        name={`question-${at}`}
        legend={`Q${at + 1}: ${question}`}
        options={answers.map((label, answer) => ({ value: String(answer), label }))}
        value={choice === undefined ? '' : String(choice)}
        onChange={(value) => onChoose?.(Number(value))}
      />
    </Parchment>
  );
}
