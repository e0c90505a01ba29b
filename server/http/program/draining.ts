import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Whether this provider is about to stop: a balancer should give it nothing more. */
export class Draining {
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** From now on /ready is 503, and each answer ends its connection. Resolves after the time that a balancer needs to notice. */
  async begin(seconds: number): Promise<void> {
    this.#isOn = true;
    await pause(seconds * 1000);
  }
}

/** Whoever keeps a connection open learns by the next answer to make another, with another provider. */
export function endConnections(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isOn) void reply.header('connection', 'close');
  });
}
