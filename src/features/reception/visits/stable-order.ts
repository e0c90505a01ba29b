/**
 * Ids that each list showed most recently, in the order in which the list showed them. They stay in memory only and contain no
 * patient data.
 */
const shownIdsByList = new Map<string, readonly string[]>();

/**
 * Selects the choices with the highest rank, and keeps their positions, because users remember them. The initial order is by
 * name. A new choice takes the position of the choice that it replaces.
 * @param place key of the list: kind, user and branch
 */
export function selectTopInStableOrder<Offer extends { readonly id: string; readonly name: string }>(
  place: string,
  ranked: readonly Offer[],
  max: number,
): readonly Offer[] {
  const offered = ranked.slice(0, max).toSorted((one, other) => one.name.localeCompare(other.name, 'es-CO'));
  const before = shownIdsByList.get(place) ?? [];
  const newcomers = offered.filter((offer) => !before.includes(offer.id));
  const stands = before.map((id) => offered.find((offer) => offer.id === id) ?? newcomers.shift());
  const kept = [...stands, ...newcomers].filter((offer) => offer !== undefined);
  shownIdsByList.set(
    place,
    kept.map(({ id }) => id),
  );
  return kept;
}
