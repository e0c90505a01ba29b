/** What was offered last, by what it is an offer of; of this page alone, and ids name nobody. */
const shown = new Map<string, readonly string[]>();

interface Offered<Offer> {
  /** Of what, and whose: each has places of its own. */
  readonly place: string;
  /** The most usual first. */
  readonly ranked: readonly Offer[];
  readonly max: number;
  readonly idOf: (offer: Offer) => string;
  readonly nameOf: (offer: Offer) => string;
}

/**
 * Which ones are offered goes by rank, where they stand does not, for the finger learns places: by name at first, then each
 * where it stood. Whoever comes in takes the place of whoever went, so that nothing else moves.
 */
export function keepPlaces<Offer>({ place, ranked, max, idOf, nameOf }: Offered<Offer>): readonly Offer[] {
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
