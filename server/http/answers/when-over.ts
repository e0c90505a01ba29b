import type { FastifyReply } from 'fastify';

/**
 * Runs `done` once, when the response has been received or its connection is closed. Node does not close a response that waits
 * behind another one on its connection, so the socket is observed too.
 */
export function whenClosed({ raw }: FastifyReply, done: () => void): void {
  const { socket } = raw.req;
  let isOver = false;
  const over = (): void => {
    // The close of the socket also closes the response, which calls this function a second time.
    if (isOver) return;
    isOver = true;
    raw.off('close', over);
    socket.off('close', over);
    done();
  };
  if (raw.destroyed || socket.destroyed) return over();
  raw.once('close', over);
  socket.once('close', over);
}
