/** Shown when a patient has no queue number; the receptionist then calls the patient by name. */
export const NO_QUEUE_NUMBER_TEXT = 'Sin turno';

/**
 * Returns the queue number as displayed, such as 'Turno B-14'; null when the device had no queue letters at the confirmation
 * (S28).
 */
export const queueNumberText = ({ turn }: { readonly turn: string | null }): string | null =>
  turn === null ? null : `Turno ${turn}`;
