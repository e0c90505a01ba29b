import { Button } from '@mantine/core';
import type { SigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { focusNote } from '../../state/focus-note.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './missing-aptitude.css';

/** Name of the aptitude field in the server's error response. */
export const APTITUDE_ERROR_FIELD = 'decisions.aptitude';

/**
 * Returns true if the concept has a text but the doctor chose no aptitude. False for an empty concept, which the doctor
 * confirms separately.
 */
export const hasConceptWithoutAptitude = ({
  isWithoutAptitude,
  isWithoutConcept,
}: Pick<SigningProblems, 'isWithoutAptitude' | 'isWithoutConcept'>): boolean =>
  isWithoutAptitude && !isWithoutConcept;

export const ChooseAptitudeButton = ({ onLeave }: { onLeave?: () => void }) => (
  <Button
    className="choose-aptitude"
    onClick={() => {
      onLeave?.();
      focusNote('concepto', 'choice');
    }}
  >
    Elegir la aptitud
  </Button>
);

export const MissingAptitudeNotice = ({
  words,
  onLeave,
}: {
  words: string | undefined;
  onLeave: () => void;
}) => (
  <Notice kind="error" title="Falta elegir la aptitud." action={<ChooseAptitudeButton onLeave={onLeave} />}>
    {words ?? 'El concepto tiene texto, y el texto solo no cuenta como aptitud.'}
  </Notice>
);

/** Returns true if the server stores decisions and the doctor has not chosen an aptitude. */
export const isWithoutAptitude = ({ decisions }: EvaluationContext): boolean => decisions?.aptitude === null;

/** Says in the signing panel that the aptitude is missing, before the dialog opens. */
export function MissingAptitudeHint({ context }: { context: EvaluationContext }) {
  if (!isWithoutAptitude(context)) return null;
  return (
    <div className="aptitude-hint">
      <p>Falta elegir la aptitud del concepto.</p>
      <ChooseAptitudeButton />
    </div>
  );
}
