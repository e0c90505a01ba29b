/**
 * Prefix of the keys of all catalogue queries. They are refreshed together, because a change in one catalogue may appear in
 * another.
 */
export const catalogsQueryKey = (ownerId: string) => ['catalogs', ownerId] as const;
