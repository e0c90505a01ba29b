import type { SourceMutation } from './reception-window.ts';

const file = 'storage/drafts/parked-drafts.ts';

/** Mutation and the seed of a history that detects it. After other changes of the code the seed may no longer detect it. */
export interface KnownMutation extends SourceMutation {
  readonly seed: number;
}

export const MUTATIONS = {
  'what is on the screen is not looked at again': {
    seed: 21,
    file,
    from: "if (!(await isSameRevision(present, id))) throw new StorageProblem('changed');",
    to: '',
  },
  'whoever is brought back waits on': {
    seed: 1,
    file,
    from: '...(wanted ? [wanted.id] : [])',
    to: '',
  },
  'two transactions: a kill between them': {
    seed: 3,
    file,
    from: "await db.drafts.bulkPut([parked, shown].filter((row) => row !== undefined));\n      return 'exchanged';\n    });",
    to: "return 'exchanged';\n    });\n    await db.drafts.bulkPut([parked, shown].filter((row) => row !== undefined));",
  },
  'pictures go with the row that is parked': {
    seed: 2,
    file,
    from: 'return { ...row, id, sealedContent, revision: crypto.randomUUID() };',
    to: 'return { ...row, id, sealedContent, photo: null, revision: crypto.randomUUID() };',
  },
  'what waits is not sealed': {
    seed: 1,
    file,
    from: 'return { ...row, id, sealedContent, revision: crypto.randomUUID() };',
    to: 'return { ...row, id, sealedContent, revision: crypto.randomUUID(), note: content?.form.first_name } as never;',
  },
  'more may wait than there is room for': {
    seed: 289,
    file,
    from: '(await countParkedDrafts(ownerId)) >= MAX_PARKED_DRAFTS_PER_USER',
    to: 'false',
  },
} as const satisfies Record<string, KnownMutation>;
