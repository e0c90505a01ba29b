import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** State of a server process that is about to stop and should receive no further requests from a load balancer. */
export class DrainingState {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /**
   * Makes /ready return 503 and each response close its connection. Resolves after `seconds`, in which a load balancer notices
   * the 503.
   */
  async begin(seconds: number): Promise<void> {
    this.#isOn = true;
    await pause(seconds * 1000);
  }
}

/** Closes connections with their next response, so that their clients reconnect to another server process. */
export function closeConnectionsWhenDraining(app: FastifyInstance, draining: DrainingState): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) void reply.header('connection', 'close');
  });
}
