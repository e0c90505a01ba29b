/** Where a turn would stand: whoever registers calls that person by name. */
export const NO_TURN = 'Sin turno';

/** 'Turno B-14', as it is called; null where the device had no letters when it was confirmed (S28). */
export const turnWords = ({ turn }: { readonly turn: string | null }): string | null =>
  turn === null ? null : `Turno ${turn}`;
