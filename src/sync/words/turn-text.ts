/** 'Turno B-14', as it is called; null where the device had no letters when it was confirmed (S28). */
export const turnWords = ({ turn }: { readonly turn: string | null }): string | null =>
  turn === null ? null : `Turno ${turn}`;
