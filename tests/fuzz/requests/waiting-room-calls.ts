import { BOARD_CONTENTS } from '#contract/records/waiting-room.ts';
import type { waitingRoomRoutes } from '#contract/routes/waiting-room-routes.ts';
import { type CallMaker, evaluationCallMaker, jsonCall } from './good.ts';

/** Makers of valid calls of the waiting room. */
export const waitingRoomCallMakers: Record<keyof typeof waitingRoomRoutes, CallMaker> = {
  listWaitingBoards: () => ({ path: '/waiting-boards' }),
  createWaitingBoard: (random) =>
    jsonCall('/waiting-boards', {
      label: `Sala ${random.int(9)}`,
      shows: random.pick(BOARD_CONTENTS),
    }),
  revokeWaitingBoard: (random) => ({ path: `/waiting-boards/${random.uuid()}/revoke` }),
  callOptions: () => ({ path: '/me/waiting-room' }),
  callPatient: evaluationCallMaker('/call', (random) => ({ room: `Consultorio ${random.int(9)}` })),
  waitingTimes: () => ({ path: '/dashboard/waiting-times' }),
  boardView: (random) => ({ path: '/board', headers: [['x-board-token', random.uuid()]] }),
};
