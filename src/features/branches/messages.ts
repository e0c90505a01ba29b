import type { BranchChangeOutcome } from '#sync/administration/branches.ts';
import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import { unreachableText } from '#sync/requests/unreachable-text.ts';

const FALLBACK_TEXT = 'No fue posible actualizar la sede activa.';
const TEXTS: Readonly<Record<number, string>> = {
  403: 'No tienes permisos para activar la sede seleccionada.',
  404: 'La sede seleccionada ya no está disponible.',
};

export function branchProblem(change: Exclude<BranchChangeOutcome, { type: 'changed' }>): string {
  switch (change.type) {
    case 'refused':
      return TEXTS[change.refusal.status] ?? rejectionOrFallbackText(change.refusal, FALLBACK_TEXT);
    case 'unreachable':
      return `${FALLBACK_TEXT} ${unreachableText(change.cause)}`;
    case 'session_ended':
      return `${FALLBACK_TEXT} Tu sesión venció: cierra esta ventana e inicia sesión de nuevo.`;
  }
}
