import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** State of a server process that will stop soon and therefore must get no further requests from a load balancer. */
export class DrainingState {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * Makes /ready return 503 and each response close its connection. Resolves after `seconds`, within which the load balancer
   * notices the 503.
   */
  async begin(seconds: number): Promise<void> {
    this.#isOn = true;
    await pause(seconds * 1000);
  }
}

/** Closes each connection with its next response, so that the client reconnects to another server process. */
export function closeConnectionsWhenDraining(app: FastifyInstance, draining: DrainingState): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) void reply.header('connection', 'close');
  });
}
