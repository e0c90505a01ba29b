/** Ids of the choices offered last, by list; of this page only, and without patient data. */
const shown = new Map<string, readonly string[]>();

interface Offered<Offer> {
  /** Key of the list, by kind and user: each list has separate places. */
  readonly place: string;
  /** Choices by rank, the most usual first. */
  readonly ranked: readonly Offer[];
  readonly max: number;
  readonly idOf: (offer: Offer) => string;
  readonly nameOf: (offer: Offer) => string;
}

/**
 * Selects the choices by rank, but keeps their places, because users learn places: by name at first, and then each in its
 * place. A new choice takes the place of one that left, so that no other choice moves.
 */
export function keepStableOrder<Offer>({
  place,
  ranked,
  max,
  idOf,
  nameOf,
}: Offered<Offer>): readonly Offer[] {
  const offered = ranked
    .slice(0, max)
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'es-CO'));
  const before = shown.get(place) ?? [];
  const newcomers = offered.filter((offer) => !before.includes(idOf(offer)));
  const stands = before.map((id) => offered.find((offer) => idOf(offer) === id) ?? newcomers.shift());
  const kept = [...stands, ...newcomers].filter((offer) => offer !== undefined);
  shown.set(place, kept.map(idOf));
  return kept;
}
