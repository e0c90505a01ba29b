import type { BranchChangeOutcome } from '#sync/administration/clinic/branches.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';

const SET_BRANCH_FAILED_TEXT = 'No fue posible actualizar la sede activa.';
const BRANCH_REJECTION_TEXTS: Readonly<Record<number, string>> = {
  403: 'No tienes permisos para activar la sede seleccionada.',
  404: 'La sede seleccionada ya no está disponible.',
};

export function branchChangeProblemText(change: Exclude<BranchChangeOutcome, { type: 'changed' }>): string {
  switch (change.type) {
    case 'refused':
      return (
        BRANCH_REJECTION_TEXTS[change.refusal.status] ??
        rejectionOrFallbackText(change.refusal, SET_BRANCH_FAILED_TEXT)
      );
    case 'unreachable':
      return `${SET_BRANCH_FAILED_TEXT} ${unreachableText(change.cause)}`;
    case 'session_ended':
      return `${SET_BRANCH_FAILED_TEXT} Tu sesión venció: cierra esta ventana e inicia sesión de nuevo.`;
  }
}
