import { CodeBlock } from '#client/ui/text/code-block.tsx';

type Props = { file: string | null; lines: readonly string[] };

/** Lines for the settings of the server, which the site itself cannot change. */
export function SettingsLines({ file, lines }: Props) {
  return (
    <>
      <p>
        Put {lines.length === 1 ? 'this line' : 'these lines'} into{' '}
        {file ? <code>{file}</code> : 'the environment of the server'}, instead of lines with the
        same names, and restart the site.
      </p>
      <CodeBlock label={file?.replace(/^.*[/\\]/, '') ?? 'Settings'} code={lines.join('\n')} />
    </>
  );
}
