import { Button } from '@mantine/core';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { Icon } from '#ui/display/icon.tsx';

const NORMAL_RESULT_TEXT = 'Normal';

interface NormalResultButtonProps {
  examName: string;
  result: string;
  onChange: (result: string) => void;
}

/** Writes 'Normal' into an empty result, or removes it again. Hidden while the result has another text. */
export function NormalResultButton({ examName, result, onChange }: NormalResultButtonProps) {
  const isNormal = result.trim() === NORMAL_RESULT_TEXT;
  if (hasVisibleCharacter(result) && !isNormal) return null;
  return (
    <Button
      aria-label={`Normal: ${examName}`}
      aria-pressed={isNormal}
      leftSection={isNormal ? <Icon name="check" /> : undefined}
      onClick={() => onChange(isNormal ? '' : NORMAL_RESULT_TEXT)}
    >
      Normal
    </Button>
  );
}
