import type { KnownMutation } from '../parked/mutations.ts';

export type { KnownMutation } from '../parked/mutations.ts';

const hear = 'storage/custody/hear.ts';
const domain = 'domain/custody.ts';

/** Each of them breaks what S29 promises. */
export const MUTATIONS = {
  'a stranger is believed': {
    seed: 1,
    file: 'storage/custody/statement.ts',
    from: '!== hmac',
    to: "=== ''",
  },
  'what was never seen is taken for copied': {
    seed: 1,
    file: domain,
    from: 'seenAt > 0 && until !== null',
    to: 'until !== null',
  },
  'another life changes nothing': {
    seed: 1,
    file: domain,
    from: "if (!isThere(delivery, known, told)) return 'lost';",
    to: '',
  },
  'a copy of the life before last counts': {
    seed: 1,
    file: domain,
    from: 'delivery.life === told.after && isBefore',
    to: 'isBefore',
  },
  'what was begun goes on where it was': {
    seed: 1,
    file: hear,
    from: 'if (isAnotherDatabase(known, told)) await sendBegunAgain();',
    to: '',
  },
  'the statement is kept first': {
    seed: 1,
    file: hear,
    from: 'await noteSeen(unseen, told);',
    to: 'await keepStatement(told, now); await noteSeen(unseen, told);',
  },
  'a receipt stays': {
    seed: 1,
    file: hear,
    from: 'await db.receipts.delete(id);',
    to: '',
  },
  'nothing gives way': {
    seed: 1,
    file: 'storage/custody/release.ts',
    from: 'if (ids.length === 0) return false;',
    to: 'return false;',
  },
} as const satisfies Record<string, KnownMutation>;
