/**
 * Ids that each list showed most recently, in the order in which the list showed them. They stay in memory only and contain no
 * patient data.
 */
const shownIdsByList = new Map<string, readonly string[]>();

interface RankedList<Offer> {
  /** Key of the list: kind, user and branch. */
  readonly place: string;
  readonly ranked: readonly Offer[];
  readonly max: number;
  readonly idOf: (offer: Offer) => string;
  readonly nameOf: (offer: Offer) => string;
}

/**
 * Selects the choices with the highest rank, and keeps their positions, because users remember them. The initial order is by
 * name. A new choice takes the position of the choice that it replaces.
 */
export function selectTopInStableOrder<Offer>({
  place,
  ranked,
  max,
  idOf,
  nameOf,
}: RankedList<Offer>): readonly Offer[] {
  const offered = ranked
    .slice(0, max)
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), 'es-CO'));
  const before = shownIdsByList.get(place) ?? [];
  const newcomers = offered.filter((offer) => !before.includes(idOf(offer)));
  const stands = before.map((id) => offered.find((offer) => idOf(offer) === id) ?? newcomers.shift());
  const kept = [...stands, ...newcomers].filter((offer) => offer !== undefined);
  shownIdsByList.set(place, kept.map(idOf));
  return kept;
}
