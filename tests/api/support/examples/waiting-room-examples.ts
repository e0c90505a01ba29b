import { CreatedWaitingBoard, type WaitingBoardBody } from '#contract/records/waiting-room.ts';
import type { waitingRoomRoutes } from '#contract/routes/waiting-room-routes.ts';
import { createEvaluation } from '../capture.ts';
import { type RouteExamples, ownDataExample } from './example.ts';
import { type Caller, type Server, responseOf } from '../server.ts';

const BOARD: WaitingBoardBody = { label: 'Sala principal', shows: 'first_names' };

export const createBoard = async (admin: Caller, changes: Partial<WaitingBoardBody> = {}) =>
  responseOf(CreatedWaitingBoard, await admin.post('/waiting-boards', { json: { ...BOARD, ...changes } }));

/** Returns valid requests of the waiting-room routes. `server` is a function because the server starts later. */
export function waitingRoomExamples(server: () => Server): RouteExamples<keyof typeof waitingRoomRoutes> {
  const makeBoard = async () => createBoard(await server().as('admin'));
  return {
    listWaitingBoards: () => ownDataExample('/waiting-boards'),
    createWaitingBoard: () => ({ path: '/waiting-boards', sent: { json: BOARD }, otherBranch: 'own' }),
    revokeWaitingBoard: async () => ownDataExample(`/waiting-boards/${(await makeBoard()).id}/revoke`),
    callOptions: () => ownDataExample('/me/waiting-room'),
    callPatient: async () => {
      await makeBoard();
      const id = await createEvaluation(server(), await server().as('desk'));
      return { path: `/evaluations/${id}/call`, sent: { json: { room: 'Consultorio 2' } }, otherBranch: 404 };
    },
    waitingTimes: () => ownDataExample('/dashboard/waiting-times'),
    boardView: async () => ({
      path: '/board',
      sent: { headers: { 'x-board-token': (await makeBoard()).token } },
      otherBranch: 'own',
    }),
  };
}
