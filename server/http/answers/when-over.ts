import type { FastifyReply } from 'fastify';

/**
 * Runs `done` once, when the answer has been taken or its connection is gone. Node closes no answer that waits behind another one of
 * its connection: the socket tells.
 */
export function whenOver({ raw }: FastifyReply, done: () => void): void {
  const { socket } = raw.req;
  let isOver = false;
  const over = (): void => {
    // The socket's end closes the answer, and comes here again.
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
