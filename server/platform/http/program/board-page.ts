import type { FastifyInstance } from 'fastify';
import parts from 'page:src/board/page.ts';
import { buildPublicPage, servePublicPage } from './public-page.ts';

const boardPage = buildPublicPage(parts);

/** Version of the served page. An open page with another version reloads itself. */
export const BOARD_PAGE_VERSION = boardPage.version;

/** Serves the page of a waiting-room screen. The token is in the fragment of the link, which browsers do not send. */
export const serveBoardPage = (app: FastifyInstance): void =>
  servePublicPage(app, ['/board', '/board/'], boardPage);
