import type { RouteName } from '#contract/routes/routes.ts';
import type { ApiArea } from '../areas.ts';
import type { FullCallDescription, CallDescriptions } from '../call-description.ts';
import * as administration from './administration.ts';
import { attendanceCalls } from './attendance.ts';
import { catalogRowCalls, catalogueCalls } from './catalogues.ts';
import { evaluationCalls, receptionCalls } from './evaluations.ts';
import { expectedListCalls } from './expected-lists.ts';
import { serviceCalls, sessionCalls } from './sessions.ts';
import { waitingRoomCalls } from './waiting-room.ts';

const CALLS_BY_AREA = {
  Sessions: sessionCalls,
  Reception: receptionCalls,
  Evaluations: evaluationCalls,
  Catalogues: catalogueCalls,
  Branches: administration.branchCalls,
  Users: administration.userCalls,
  Devices: administration.deviceCalls,
  'Expected lists': { ...expectedListCalls, ...attendanceCalls },
  'Waiting room': waitingRoomCalls,
  Insight: administration.insightCalls,
  Service: serviceCalls,
} as const satisfies Record<ApiArea, Partial<CallDescriptions>>;

type DescribedCallName = { [Area in ApiArea]: keyof (typeof CALLS_BY_AREA)[Area] }[ApiArea];
/** The type requires a description for each route, so a missing description is a compile error. */
const areaCallDescriptions: Record<
  Exclude<RouteName, keyof typeof catalogRowCalls>,
  FullCallDescription
> = Object.fromEntries(
  Object.entries(CALLS_BY_AREA).flatMap(([area, calls]) =>
    Object.entries(calls).map(([name, call]: [string, object | string]) => [
      name,
      { ...(typeof call === 'string' ? { text: call } : call), area },
    ]),
  ),
) as Record<DescribedCallName, FullCallDescription>;

export const callDescriptions: Readonly<Record<RouteName, FullCallDescription>> = {
  ...areaCallDescriptions,
  ...catalogRowCalls,
};
