import { expect, it } from 'vitest';
import { runAndKeepServer, runAndStopServer } from './restored-cluster.ts';

const stopError = new Error('does not stop');
const unstoppableServer = {
  connection: {},
  stop: async () => {
    throw stopError;
  },
};

it.each([
  ['kept', runAndKeepServer],
  ['stopped', runAndStopServer],
])(
  "P10.67 when a task on a restored server (%s afterwards) and the stop fail, the task's error is thrown, with the stop error as its cause if it had none",
  async (_what, after) => {
    const failed = new Error('the work failed');
    await expect(after(unstoppableServer, () => Promise.reject(failed))).rejects.toBe(failed);
    expect(failed.cause).toBe(stopError);
    const reason = new Error('why');
    const known = new Error('the work failed', { cause: reason });
    await expect(after(unstoppableServer, () => Promise.reject(known))).rejects.toBe(known);
    expect(known.cause).toBe(reason);
  },
);

it('P10.67 when a task on the restored server succeeds and stopping the server fails, `runAndStopServer` throws the error of the stop', async () => {
  await expect(runAndStopServer(unstoppableServer, async () => 'found')).rejects.toBe(stopError);
});
