import { percentOf, totalOf } from '#shared/polls.ts';
import type { Poll } from '#shared/polls.ts';

/** One line per answer. The byte order mark makes spreadsheets read it as UTF-8. */
export function renderPollCsv(poll: Pick<Poll, 'questions'>): string {
  const lines = [['Question', 'Text', 'Answer', 'Votes', 'Percent']];
  for (const [at, question] of poll.questions.entries()) {
    const total = totalOf(question);
    for (const { text, votes } of question.answers) {
      const percent = percentOf(votes, total);
      lines.push([`Q${at + 1}`, question.question, text, String(votes), String(percent)]);
    }
  }
  return `\u{FEFF}${lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')}`;
}

/** Text that a spreadsheet would run as a formula is marked as text. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
