import { moveItem } from '#client/lib/move-item.ts';
import { Button } from '#client/ui/form/button.tsx';
import { LineButtons } from '#client/ui/form/line-buttons.tsx';
import { TextField } from '#client/ui/form/text-field.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { pollLimits } from '#shared/endpoints/polls.ts';
import type { FieldErrors } from '#shared/errors.ts';

import { newAnswer } from './poll-draft.ts';
import type { EditedAnswer, EditedQuestion } from './poll-draft.ts';

import styles from './poll-editor.module.css';

type Props = {
  question: EditedQuestion;
  at: number;
  count: number;
  /** The poll has votes: only its texts can change. */
  isFixed: boolean;
  errors: FieldErrors;
  onChange: (question: EditedQuestion, focus?: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

export function QuestionFields(props: Props) {
  const { question, at, count, isFixed, errors, onChange, onMove, onRemove } = props;
  const name = `question ${at + 1}`;
  const { answers } = question;
  const field = `questions.${at}`;

  function setAnswers(changed: EditedAnswer[], focus?: string) {
    onChange({ ...question, answers: changed }, focus);
  }

  function addAnswer(after: number) {
    if (isFixed || answers.length >= pollLimits.answers) return;
    const added = newAnswer();
    setAnswers(answers.toSpliced(after + 1, 0, added), `answer-${added.key}`);
  }

  return (
    <fieldset className={styles.question}>
      <Text as="legend" size="lg" tone="gold" strong className={styles.legend}>
        Question {at + 1}
      </Text>
      <div className={styles.line}>
        <TextField
          required
          hideLabel
          label={`Question ${at + 1}`}
          placeholder="What do you want to know?"
          data-focus={`question-${question.key}`}
          value={question.text}
          maxLength={pollLimits.question}
          error={errors[`${field}.question`]}
          className={styles.grow}
          onChange={(event) => onChange({ ...question, text: event.target.value })}
        />
        {!isFixed && (
          <LineButtons
            name={name}
            isFirst={at === 0}
            isLast={at === count - 1}
            canRemove={count > 1}
            onMove={onMove}
            onRemove={onRemove}
          />
        )}
      </div>
      <ol className={styles.answers}>
        {answers.map((answer, place) => (
          <li key={answer.key} className={styles.line}>
            <TextField
              required
              hideLabel
              label={`Answer ${place + 1} of ${name}`}
              placeholder={`Answer ${place + 1}`}
              data-focus={`answer-${answer.key}`}
              value={answer.text}
              maxLength={pollLimits.answer}
              error={errors[`${field}.answers.${place}`]}
              className={styles.grow}
              onChange={(event) =>
                setAnswers(answers.with(place, { ...answer, text: event.target.value }))
              }
              onKeyDown={(event) => {
                if (event.key === 'Enter') addAnswer(place);
              }}
            />
            {!isFixed && (
              <LineButtons
                name={`answer ${place + 1} of ${name}`}
                isFirst={place === 0}
                isLast={place === answers.length - 1}
                canRemove={answers.length > 2}
                onMove={(by) => setAnswers(moveItem(answers, place, by))}
                onRemove={() =>
                  setAnswers(answers.toSpliced(place, 1), `add-answer-${question.key}`)
                }
              />
            )}
          </li>
        ))}
      </ol>
      {errors[`${field}.answers`] && (
        <Text size="md" tone="bad">
          {errors[`${field}.answers`]}
        </Text>
      )}
      {!isFixed && (
        <Button
          size="sm"
          icon="plus"
          aria-label={`Add answer to ${name}`}
          data-focus={`add-answer-${question.key}`}
          disabled={answers.length >= pollLimits.answers}
          onClick={() => addAnswer(answers.length - 1)}
        >
          Add Answer
        </Button>
      )}
    </fieldset>
  );
}
