import { Textarea } from '@mantine/core';
import { optionCount } from '../definition.ts';

interface LinesFieldProps {
  className: string;
  label: string;
  hint: string | undefined;
  text: string;
  input: object;
}

/** Text with one option per line, and the number of options. */
export const LinesField = ({ className, label, hint, text, input }: LinesFieldProps) => (
  <Textarea
    className={className}
    label={label}
    description={`${hint ?? ''} ${optionCount(text)}.`.trim()}
    required
    autosize
    minRows={5}
    maxRows={14}
    autoComplete="off"
    spellCheck={false}
    {...input}
  />
);
