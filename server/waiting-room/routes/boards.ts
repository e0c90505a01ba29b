import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BOARD_TOKEN_HEADER } from '#contract/records/waiting-room.ts';
import { routes } from '#contract/routes/routes.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { registerRoute } from '../../platform/http/calls/register.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import { countOrRejectBoardView } from '../../platform/http/callers/public-limits.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { BOARD_PAGE_VERSION } from '../../platform/http/program/board-page.ts';
import { contentTag, setTagAndCheckNotModified } from '../../platform/http/responses/etag.ts';
import { createWaitingBoard, revokeWaitingBoard } from '../commands/change-boards.ts';
import { readBoardContents } from '../queries/board-view.ts';
import { findBoardByToken, listWaitingBoards } from '../queries/boards.ts';

const boardTokenOf = ({ headers }: FastifyRequest): string => String(headers[BOARD_TOKEN_HEADER] ?? '');

/**
 * Registers the routes of the waiting-room screens: the routes that administer them, and the one request that a screen sends
 * without a session.
 */
export function waitingBoardRoutes(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  registerRoute(app, context, routes.listWaitingBoards, async ({ branchId }) =>
    listWaitingBoards(db, branchId),
  );

  registerRoute(app, context, routes.createWaitingBoard, async (call) => {
    const change = { trace: auditContextOf(context, call), branchId: call.branchId };
    return db.transaction((tx) => createWaitingBoard(tx, change, call.body));
  });

  registerRoute(app, context, routes.revokeWaitingBoard, async (call) => {
    const { branchId, params } = call;
    const change = { trace: auditContextOf(context, call), branchId, id: params.id.toLowerCase() };
    return db.transaction((tx) => revokeWaitingBoard(tx, change));
  });

  registerRoute(app, context, routes.boardView, async ({ request, reply }) => {
    const board = await findBoardByToken(db, boardTokenOf(request));
    await countOrRejectBoardView(context, request, board?.id ?? null);
    if (!board) throw notFoundError('Este enlace no existe o fue anulado.');
    const now = clock();
    const contents = await readBoardContents(db, board, { now, pageVersion: BOARD_PAGE_VERSION });
    if (setTagAndCheckNotModified(request, reply, contentTag(contents), 'no-store')) {
      void reply.code(304);
      return null;
    }
    return { ...contents, server_time: now.toISOString() };
  });
}
