const discouraged: [pattern: RegExp, advice: string][] = [
  [/\bwho(so)?ever\b/i, 'name the caller, the player or the function'],
  [/\banew\b/i, 'write "again" or "new"'],
  [/\bnobody (but|except)\b/i, 'write "only"'],
  [/(?<!\bthere )\b(is|are|was|were) none\b/i, 'say what it is, or that it does not exist'],
  [/\bstands? (for|in for)\b/i, 'write "means" or "replaces"'],
  [/\bby (its|their|his|her) word\b/i, 'say who reports it, and how'],
  [/\bfor want of\b/i, 'write "without"'],
  [/\bwish(es|ed)?\b/i, 'write "request", "want" or "should"'],
  [/\bdeeds?\b/i, 'write "action"'],
  [/\bbur(y|ies|ied)(?=\b|[A-Z])/, 'write "softDelete"'],
];

export type Finding = { line: number; word: string; advice: string };

/** Looks at names and texts as well as comments: a discouraged word is wrong in all of them. */
export function findDiscouragedWords(text: string): Finding[] {
  return text.split('\n').flatMap((content, index) =>
    discouraged.flatMap(([pattern, advice]) => {
      const word = pattern.exec(content)?.[0];
      return word ? [{ line: index + 1, word, advice }] : [];
    }),
  );
}

/** Finds comments that begin with a word that announces an incomplete sentence. */
export function findOddBeginnings(text: string): Finding[] {
  const lines = text.split('\n');
  return lines.flatMap((content, index) => {
    const before = lines[index - 1]?.trim() ?? '';
    const [, mark = '', word] = /^\s*(\/\/|\/\*\*|\*) (What|As|Of|Those)\b/.exec(content) ?? [];
    const isFirst = mark === '*' ? before === '/**' : mark === '/**' || !before.startsWith('//');
    const advice = 'begin the comment with its subject or verb';
    return word && isFirst ? [{ line: index + 1, word, advice }] : [];
  });
}
