import { Textarea } from '@mantine/core';
import { formatOptionCount } from '../definition.ts';

interface OptionLinesFieldProps {
  className: string;
  label: string;
  hint: string | undefined;
  text: string;
  input: object;
}

/** Text with one option per line, and the number of options. */
export const OptionLinesField = ({ className, label, hint, text, input }: OptionLinesFieldProps) => (
  <Textarea
    className={className}
    label={label}
    description={`${hint ?? ''} ${formatOptionCount(text)}.`.trim()}
    required
    autosize
    minRows={5}
    maxRows={14}
    autoComplete="off"
    spellCheck={false}
    {...input}
  />
);
