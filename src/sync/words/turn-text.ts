/** Label in place of a queue number: the receptionist calls the patient by name. */
export const NO_QUEUE_NUMBER = 'Sin turno';

/**
 * Returns the queue number as it is called, such as 'Turno B-14'; null when the device had no letters at the confirmation
 * (S28).
 */
export const queueNumberText = ({ turn }: { readonly turn: string | null }): string | null =>
  turn === null ? null : `Turno ${turn}`;
