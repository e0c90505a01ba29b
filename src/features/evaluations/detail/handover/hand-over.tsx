import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Closing } from '#contract/records/evaluations.ts';
import { barredText } from '#sync/requests/unreached-text.ts';
import { Icon } from '#ui/display/icon.tsx';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { WithReason } from '#ui/display/with-reason.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';

const HandOverDialog = lazyPiece(() => import('./dialog/dialog.tsx').then((late) => late.HandOverDialog));

/** What can be handed over; a provider without closings keeps no receipt either. */
const toHandOver = ({ evaluation }: EvaluationContext): Closing | null => {
  const holding = evaluation.closings?.find(({ state }) => state === 'vigente');
  return holding?.receipt === null ? holding : null;
};

/** The act needs the provider: it says at once whether somebody has signed already. */
export function HandOver({ context }: { context: EvaluationContext }) {
  const [opened, setOpened] = useState(false);
  const hintId = useId();
  const closing = toHandOver(context);
  if (!closing) return null;
  const isBarred = context.disabledReason !== null;
  const barred =
    context.link.name === 'down'
      ? barredText(context.link, 'entregar necesita red. Sin red, firma la línea del concepto impreso.')
      : 'Tu sesión venció. Inicia sesión para entregarla.';
  return (
    <WithReason hint={isBarred ? { id: hintId, text: barred } : null}>
      <Button
        leftSection={<Icon name="pen" />}
        disabled={isBarred}
        aria-describedby={isBarred ? hintId : undefined}
        onClick={() => setOpened(true)}
      >
        Entregar al trabajador
      </Button>
      {opened && <HandOverDialog context={context} closing={closing} onClose={() => setOpened(false)} />}
    </WithReason>
  );
}
