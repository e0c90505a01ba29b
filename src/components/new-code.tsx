import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { takeFocus } from '#ui/hooks/take-focus.ts';
import './new-code.css';

const PROBLEMS = { too_short: 'Es muy corto.', guessable: 'Es muy fácil de adivinar.' } as const;

export interface NewCodeProps {
  /** What is proposed first. */
  initial: string;
  propose: () => string;
  codeProblem: (code: string) => keyof typeof PROBLEMS | null;
  /** Of one's own code. */
  hint: string;
  /** The code as chosen; null while something is wrong with it or its repetition is another. */
  onChange: (code: string | null) => void;
}

interface OwnCodeProps extends Omit<NewCodeProps, 'propose' | 'initial'> {
  onBack: () => void;
}

/** Typed twice: what cannot be seen cannot be checked by reading it. */
function OwnCode({ codeProblem, hint, onChange, onBack }: OwnCodeProps) {
  const [typed, setTyped] = useState({ code: '', repeated: '' });
  // What is half typed is not wrong yet; what somebody has left is.
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
        ref={takeFocus}
        value={code}
        error={code !== '' && repeated !== '' && problem && PROBLEMS[problem]}
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

/** A code that the app proposes, good to be told aloud or written down, or one of one's own. */
export function NewCode({ initial, propose, codeProblem, hint, onChange }: NewCodeProps) {
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
  if (own) return <OwnCode {...{ codeProblem, hint, onChange }} onBack={proposeOne} />;
  return (
    <div aria-live="polite">
      <ShownCode code={proposed} />
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

/** The code once more, where it has to be told or written down now: nothing shows it again. */
export const ShownCode = ({ code }: { code: string }) => (
  <p className="new-code-shown">
    <span>Código</span> <strong>{code}</strong>
  </p>
);
