import * as z from 'zod/mini';
import { BOARD_TOKEN_HEADER, BoardView } from '#contract/records/waiting-room.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type { BoardResponse } from './board-state.ts';

const BOARD_VIEW_PATH = '/api/v1/board';
const REQUEST_TIMEOUT_MS = 10_000;

/** Body of the server's own 404 response. A gateway that cannot reach the server also responds 404, but without this body. */
const NotFoundBody = z.object({ code: z.literal('not_found') });

async function readBoardResponse(response: Response): Promise<BoardResponse> {
  if (response.status === 304) return { type: 'unchanged' };
  const body = tryParseJson(await response.text());
  if (response.status === 404 && NotFoundBody.safeParse(body).success) return { type: 'revoked' };
  const view = BoardView.safeParse(body);
  if (response.status !== 200 || !view.success) return { type: 'failed' };
  return { type: 'view', view: view.data, etag: response.headers.get('etag') };
}

/** Requests the calls without cookies, so that the session of a user on this device is not used. */
export async function requestBoardView(token: string, etag: string | null): Promise<BoardResponse> {
  try {
    const response = await fetch(BOARD_VIEW_PATH, {
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: { [BOARD_TOKEN_HEADER]: token, ...(etag !== null && { 'if-none-match': etag }) },
    });
    return await readBoardResponse(response);
  } catch {
    return { type: 'failed' }; // The screen shows since when the network is missing, and the page requests again.
  }
}

/** Returns true if the server serves the page now, so that a reload does not end in an error page of the browser. */
export async function canLoadPage(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return (await fetch(location.pathname, { credentials: 'omit', cache: 'no-store', signal })).ok;
  } catch {
    return false; // The page stays and checks again after the next response.
  }
}
