import * as z from 'zod/mini';
import { BOARD_TOKEN_HEADER, BoardView } from '#contract/records/waiting-room.ts';
import { tryParseJson } from '#domain/text/json.ts';
import type { BoardResponse } from './board-state.ts';

const BOARD_VIEW_PATH = '/api/v1/board';
const REQUEST_TIMEOUT_MS = 10_000;
const VERSION_PATTERN = /data-version="([\w-]*)"/;

/** Body of the server's own 404 response. A gateway that cannot reach the server also responds 404, but without this body. */
const NotFoundBody = z.object({ code: z.literal('not_found') });

/** Returns the server's time in the `Date` header, to the second, ms since the epoch; null without a valid header. */
function serverTimeOf({ headers }: Response): number | null {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? null : time;
}

async function readBoardResponse(response: Response): Promise<BoardResponse> {
  if (response.status === 304) return { type: 'unchanged', serverTime: serverTimeOf(response) };
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

/**
 * Returns true if the server now delivers another version of this page. Without this check, a reload during an outage would end
 * in an error page of the browser, and a page whose reverse proxy delivers another version than the server reports would reload
 * again and again.
 */
export async function servesOtherPage(ownVersion: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(location.pathname, { credentials: 'omit', cache: 'no-store', signal });
    const [, version] = VERSION_PATTERN.exec(await response.text()) ?? [];
    return response.ok && version !== undefined && version !== ownVersion;
  } catch {
    return false; // The page stays and checks again later.
  }
}
