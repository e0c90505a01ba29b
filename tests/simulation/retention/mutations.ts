import type { KnownMutation } from '../parked/mutations.ts';

export type { KnownMutation } from '../parked/mutations.ts';

const receive = 'storage/retention/apply-statement.ts';
const domain = 'domain/retention.ts';

/** Changes of the simulated rules; each breaks a promise of S29. */
export const MUTATIONS = {
  'what was never seen is taken for copied': {
    seed: 3,
    file: domain,
    from: 'seenAt > 0 && until !== null',
    to: 'until !== null',
  },
  'another life changes nothing': {
    seed: 3,
    file: domain,
    from: "if (!isInReportedDatabase(delivery, known, statement)) return 'lost';",
    to: '',
  },
  'what was begun goes on where it was': {
    seed: 9,
    file: receive,
    from: 'if (canHaveLostDeliveries(known, statement)) await requeueAllPartlyDelivered();',
    to: '',
  },
  'a receipt stays': {
    seed: 2,
    file: receive,
    from: 'await db.receipts.delete(id);',
    to: '',
  },
  'nothing gives way': {
    seed: 5,
    file: 'storage/retention/release.ts',
    from: "givesWay === 'custody'",
    to: 'false',
  },
} as const satisfies Record<string, KnownMutation>;
