import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type { Closing } from '#contract/records/evaluation/evaluations.ts';
import { barredText } from '#sync/requests/unreached-text.ts';
import { Icon } from '#ui/display/icon.tsx';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { WithReason } from '#ui/display/with-reason.tsx';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './hand-over.css';

const HandOverDialog = lazyPiece(() => import('./dialog/dialog.tsx').then((late) => late.HandOverDialog));

/** What can be handed over; a provider without closings keeps no receipt either. */
const toHandOver = ({ evaluation }: EvaluationContext): Closing | null => {
  const holding = evaluation.closings?.find(({ state }) => state === 'vigente');
  return holding?.receipt === null ? holding : null;
};

/** In the place of the button that began it: whoever has no mouse goes on from here. */
function Kept() {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, []);
  return (
    <p ref={words} tabIndex={-1} className="hand-over-kept">
      Entrega guardada.
    </p>
  );
}

/** Where the dialog was begun, once it is gone. */
function useBackAfter(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

interface BeginProps {
  context: EvaluationContext;
  isOpen: boolean;
  onBegin: () => void;
}

function Begin({ context, isOpen, onBegin }: BeginProps) {
  const hintId = useId();
  const button = useBackAfter(isOpen);
  const isBarred = context.disabledReason !== null;
  const barred =
    context.link.name === 'down'
      ? barredText(context.link, 'entregar necesita red. Sin red, firma la línea del concepto impreso.')
      : 'Tu sesión venció. Inicia sesión para entregarla.';
  return (
    <WithReason hint={isBarred ? { id: hintId, text: barred } : null}>
      <Button
        ref={button}
        leftSection={<Icon name="pen" />}
        disabled={isBarred}
        aria-describedby={isBarred ? hintId : undefined}
        onClick={onBegin}
      >
        Entregar al trabajador
      </Button>
    </WithReason>
  );
}

/** A closing in somebody's hands; `isSent`: with a signature for it, so that the receipt that comes may be ours. */
interface Handing {
  readonly closing: Closing;
  readonly isSent: boolean;
}

/** The act needs the provider: it says at once whether somebody has signed already. */
export function HandOver({ context }: { context: EvaluationContext }) {
  const [handing, setHanding] = useState<Handing | null>(null);
  const [isBegun, setBegun] = useState(false);
  const closing = toHandOver(context);
  // What a colleague's worker signed for meanwhile nobody signs for here.
  const isOpen = handing !== null && (closing !== null || handing.isSent);
  const begin = (of: Closing) => {
    setBegun(true);
    setHanding({ closing: of, isSent: false });
  };
  return (
    <>
      {closing && <Begin context={context} isOpen={isOpen} onBegin={() => begin(closing)} />}
      {!closing && isBegun && !isOpen && <Kept />}
      {isOpen && (
        <HandOverDialog
          context={context}
          closing={handing.closing}
          onSent={() => setHanding({ ...handing, isSent: true })}
          onClose={() => setHanding(null)}
        />
      )}
    </>
  );
}
