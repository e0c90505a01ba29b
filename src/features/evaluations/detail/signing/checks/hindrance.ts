import { missingSigningRequirements } from '#domain/evaluation/signing/checklist.ts';
import { hasTooManyLines, findPrintProblems } from '#domain/evaluation/signing/printable.ts';
import { isEmptyWorksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import {
  findOpenRequirementControl,
  findUnsavedSectionControl,
  type RequirementControl,
} from './missing-place.ts';

/**
 * Reason why the evaluation cannot be signed now. `place`: control with which the user removes this reason; null if this page
 * has no such control.
 */
export interface SigningHindrance {
  readonly text: string;
  readonly place: RequirementControl | null;
  /** True if the doctor must wait, for example for the patient's signature or for an upload. */
  readonly isAwaited?: boolean;
}

/**
 * Returns the text about unsent attachments, which must be sent before signing, because a closed evaluation accepts no files.
 */
export function unsentFilesText({ unsentFiles }: EvaluationContext): string | null {
  const refused = unsentFiles.filter(({ standing }) => standing === 'attention');
  const [file, ...others] = refused.length > 0 ? refused : unsentFiles;
  if (!file) return null;
  const isOne = others.length === 0;
  const name = `«${file.summary.fileName}»${isOne ? '' : ` y ${others.length} más`}`;
  const it = isOne ? 'lo' : 'los';
  const after = isOne ? 'ya no puede entrar' : 'ya no pueden entrar';
  return refused.length > 0
    ? `No se pudo subir ${name}: reinténta${it} o descárta${it} antes de firmar; después ${after}.`
    : `Espera a que ${isOne ? 'suba' : 'suban'} ${name}, o descárta${it}: después de firmar ${after}.`;
}

/** Returns the control of the first text that is too long to print; null if no single text is too long. */
function findTooLongTextControl({
  evaluation: { exam_orders: orders, notes },
}: EvaluationContext): RequirementControl | null {
  const order = orders.find(({ result_notes: result }) => result !== null && hasTooManyLines(result));
  if (order) return { type: 'result', orderId: order.id };
  const note = notes.find(({ content }) => hasTooManyLines(content));
  return note ? { type: 'note', noteType: note.note_type } : null;
}

/** Returns the first reason why the evaluation cannot be signed; null if it can be signed. */
export function signingHindrance(context: EvaluationContext): SigningHindrance | null {
  const { evaluation, typing, disabledReason } = context;
  const typed = !isEmptyWorksheet(typing.sheet);
  if (missingSigningRequirements(evaluation).length > 0) {
    const place = findOpenRequirementControl(context);
    return {
      // The checklist counts only saved data, so unsaved text does not complete a requirement.
      text: `Completa los requisitos pendientes antes de firmar.${typed ? ' Lo escrito cuenta cuando lo guardas.' : ''}`,
      place,
      isAwaited: place === null,
    };
  }
  if (typed)
    return {
      text: 'Guarda primero los cambios de resultados y notas.',
      place: findUnsavedSectionControl(context),
    };
  if (findPrintProblems(evaluation).length > 0)
    return {
      text: 'Hay textos demasiado largos para el documento. Acórtalos y guárdalos antes de firmar.',
      place: findTooLongTextControl(context),
    };
  if (disabledReason !== null) return { text: disabledReason, place: null };
  const files = unsentFilesText(context);
  if (files === null) return null;
  // A rejected file needs the doctor's decision, so the page does not lead to the next patient.
  return {
    text: files,
    place: null,
    isAwaited: context.unsentFiles.every(({ standing }) => standing !== 'attention'),
  };
}
