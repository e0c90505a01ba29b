import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { BRANCH_ID } from '../../device/device.ts';
import { LIST_ID, createList } from './lists.ts';

export const TODAY = bogotaDay(Date.now());
export const BRIGADE: PreparedBrigade = {
  branchId: BRANCH_ID,
  listId: LIST_ID,
  place: 'Mina Norte',
  day: TODAY,
};

/** Returns the list of `BRIGADE` as the server counts it. */
export const createBrigadeList = (patch: Partial<ExpectedList> = {}): ExpectedList =>
  createList({
    day: TODAY,
    counts: { expected: 170, arrived: 1, registered: 29, no_show: 0, cancelled: 3 },
    repeated: 1,
    ...patch,
  });
