import { db } from '#storage/database/database.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { ensureDatabaseMark } from '#tests/support/server/database-mark.ts';

const ROW_BYTES = 3_000;
const ROW_COUNT = 50;

/** Starts two transactions on separate tables. Each writes until the browser ends. */
function writeUntilKilled(): void {
  const long = 'x'.repeat(ROW_BYTES);
  const put = [
    (nth: number) => db.recents.put({ ownerId: 'o', resource: long, id: `${nth}`, usedAt: nth }),
    (nth: number) =>
      db.patients.put({ tag: `${nth}`, ownerId: long, sealed: new ArrayBuffer(0), seenAt: nth }),
  ] as const;
  const tables = [db.recents, db.patients] as const;
  for (const at of [0, 1] as const)
    void db.transaction('rw', tables[at], async () => {
      for (let nth = 0; ; nth = (nth + 1) % ROW_COUNT) await put[at](nth);
    });
}

export const device = { writeOn: writeUntilKilled, id: ensureDeviceId, mark: ensureDatabaseMark };
