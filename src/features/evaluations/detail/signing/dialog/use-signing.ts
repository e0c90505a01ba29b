import { useState } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { SignBody } from '#contract/records/evaluation/clinical.ts';
import { signEvaluation, type SaveResult } from '#sync/changes/clinical.ts';
import { firstMessageByField } from '#sync/messages/failure-text.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';
import { toast } from '#ui/notices/toast.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';

const SIGNING_FAILED_TEXT = 'No se pudo completar la firma de la evaluación.';
/** The server may have signed although its response was lost. The page reads the evaluation when the server responds. */
const POSSIBLY_SIGNED_TEXT = 'Si alcanzó a quedar firmada, lo verás aquí cuando vuelva la conexión.';
const EVALUATION_CHANGED_TEXT =
  'La evaluación cambió mientras la revisabas. Mira los cambios y firma de nuevo.';

type FailedSigning = Exclude<SaveResult<Evaluation>, { type: 'saved' }>;

/** Reason why signing failed. The dialog shows an error that the user can fix there; the page shows other errors. */
export interface SigningFailure {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly isOfDialog: boolean;
}

const CODES_SHOWN_IN_DIALOG = new Set(['confirmation_missing', 'rate_limited', 'validation_failed']);

const createPageFailure = (text: string): SigningFailure => ({ text, fields: {}, isOfDialog: false });

function signingFailureOf(result: FailedSigning): SigningFailure {
  switch (result.type) {
    case 'stale':
      return createPageFailure(EVALUATION_CHANGED_TEXT);
    case 'session_ended':
      return createPageFailure(`${SIGNING_FAILED_TEXT} Tu sesión venció: inicia sesión y firma de nuevo.`);
    case 'unreachable':
      return createPageFailure(
        `${SIGNING_FAILED_TEXT} ${unreachableText(result.cause)} ${POSSIBLY_SIGNED_TEXT}`,
      );
    case 'refused': {
      const { refusal } = result;
      const words = rejectionOrFallbackText(refusal, SIGNING_FAILED_TEXT);
      if (CODES_SHOWN_IN_DIALOG.has(refusal.code ?? ''))
        return { text: words, fields: firstMessageByField(refusal.details), isOfDialog: true };
      // The message of a rejection about a single field equals the message about the field, so the text is shown only once.
      const details = refusal.details.map(({ message }) => message).filter((said) => !words.includes(said));
      return createPageFailure([words, ...details].join(' '));
    }
  }
}

/**
 * Returns the function that signs the evaluation with the revision that was read; only one signature is sent at a time. The
 * signing rules are loaded again after a rejection, because they may have changed while the dialog was open.
 */
export function useSigning(
  context: EvaluationContext,
  requestRules: () => Promise<unknown>,
  onOver: () => void,
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SigningFailure | null>(null);
  const sign = async (body: SignBody) => {
    setBusy(true);
    try {
      const { evaluation, held } = context;
      const result = await signEvaluation({ id: evaluation.id, etag: held.etag }, body);
      const failed = result.type === 'saved' ? null : signingFailureOf(result);
      setFailure(failed);
      if (!failed?.isOfDialog) onOver();
      if (result.type === 'saved') {
        context.take({ fields: result.body, etag: result.etag, restOf: context.held.etag });
        toast('ok', 'Evaluación firmada y cerrada.');
        // Reads the evaluation again. The server may have signed it although the response was lost, and the new data often
        // explains a rejection.
      } else {
        if (result.type === 'refused') requestRules().catch(reportError);
        await context.reread();
      }
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, sign, forget: () => setFailure(null) };
}
