import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { focusOnMount } from '#ui/hooks/focus/take-focus.ts';
import './new-code.css';

const TRANSFER_CODE_PROBLEM_TEXTS = {
  too_short: 'Es muy corto.',
  guessable: 'Es muy fácil de adivinar.',
} as const;

export interface NewTransferCodeProps {
  initial: string;
  propose: () => string;
  codeProblem: (code: string) => keyof typeof TRANSFER_CODE_PROBLEM_TEXTS | null;
  hint: string;
  /** Receives the chosen code; null while it is invalid or its repetition differs. */
  onChange: (code: string | null) => void;
}

interface CustomTransferCodeFormProps extends Omit<NewTransferCodeProps, 'propose' | 'initial'> {
  onBack: () => void;
}

/** Form for a code that the user invents. The code is typed twice, because the user cannot see the typed characters. */
function CustomTransferCodeForm({ codeProblem, hint, onChange, onBack }: CustomTransferCodeFormProps) {
  const [typed, setTyped] = useState({ code: '', repeated: '' });
  // An incomplete repetition is an error only after the user has left the field.
  const [isRepeating, setRepeating] = useState(false);
  const change = (next: typeof typed) => {
    setTyped(next);
    onChange(codeProblem(next.code) === null && next.code === next.repeated ? next.code : null);
  };
  const { code, repeated } = typed;
  const problem = codeProblem(code);
  const isHalf = isRepeating && code.startsWith(repeated);
  return (
    <div className="new-code-own">
      <PasswordInput
        label="Tu código"
        description={hint}
        autoComplete="off"
        ref={focusOnMount}
        value={code}
        error={code !== '' && repeated !== '' && problem && TRANSFER_CODE_PROBLEM_TEXTS[problem]}
        onChange={({ currentTarget: { value } }) => change({ ...typed, code: value })}
      />
      <PasswordInput
        label="Repite el código"
        autoComplete="off"
        value={repeated}
        error={repeated !== '' && repeated !== code && !isHalf && 'No es igual al de arriba.'}
        onFocus={() => setRepeating(true)}
        onBlur={() => setRepeating(false)}
        onChange={({ currentTarget: { value } }) => change({ ...typed, repeated: value })}
      />
      <Button variant="subtle" onClick={onBack}>
        Usar un código propuesto
      </Button>
    </div>
  );
}

export function NewTransferCodeField({
  initial,
  propose,
  codeProblem,
  hint,
  onChange,
}: NewTransferCodeProps) {
  const [proposed, setProposed] = useState(initial);
  const [own, setOwn] = useState(false);
  const proposeOne = () => {
    const code = propose();
    setOwn(false);
    setProposed(code);
    onChange(code);
  };
  const chooseOwn = () => {
    setOwn(true);
    onChange(null);
  };
  if (own) return <CustomTransferCodeForm {...{ codeProblem, hint, onChange }} onBack={proposeOne} />;
  return (
    <div aria-live="polite">
      <DisplayedTransferCode code={proposed} />
      <div className="new-code-buttons">
        <Button variant="subtle" onClick={proposeOne}>
          Otro código
        </Button>
        <Button variant="subtle" onClick={chooseOwn}>
          Escribir uno propio
        </Button>
      </div>
    </div>
  );
}

/** Shows the code one last time, so that the user can pass it on or write it down. */
export const DisplayedTransferCode = ({ code }: { code: string }) => (
  <p className="new-code-shown">
    <span>Código</span> <strong>{code}</strong>
  </p>
);
