import type { FastifyReply } from 'fastify';

/**
 * Runs `done` once, when the client has received the response or the connection is closed. Observes the socket too, because
 * Node does not close a response that waits behind another response on its connection.
 */
export function onResponseClosed({ raw }: FastifyReply, done: () => void): void {
  const { socket } = raw.req;
  let isOver = false;
  const finish = (): void => {
    // When the socket closes, the response closes too and would run `done` a second time.
    if (isOver) return;
    isOver = true;
    raw.off('close', finish);
    socket.off('close', finish);
    done();
  };
  if (raw.destroyed || socket.destroyed) return finish();
  raw.once('close', finish);
  socket.once('close', finish);
}
