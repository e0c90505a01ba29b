import { expect, it } from 'vitest';
import { Traffic, type NoteOutcome } from './traffic.ts';

const EVALUATION = { size: 500, patience: 15_000, isFile: false };
const PHOTO = { size: 100_000, patience: 30_000, isFile: true };

/** Requests that begin when they may and end when they are told. */
function road() {
  let clock = 0;
  const traffic = new Traffic(() => clock);
  const begun: string[] = [];
  const ends = new Map<string, (outcome: Parameters<NoteOutcome>[0]) => void>();
  const send = (name: string, freight = EVALUATION) =>
    traffic.use(freight, (note) => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, (outcome) => (note(outcome), resolve())));
    });
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const end = async (name: string, took: number, outcome: Parameters<NoteOutcome>[0] = 'answered') => {
    clock += took;
    ends.get(name)?.(outcome);
    await turn();
  };
  return { traffic, begun, send, end, turn };
}

it('S11 S12 those that wait go in the order in which they came, each as soon as the link bears it', async () => {
  const { traffic, begun, send, end, turn } = road();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => send(name));
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(traffic.count).toBe(4);
  await end('b', 10);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name, 10);
  await Promise.all(all);
  expect(traffic.count).toBe(0);
});

it('S12 an evaluation that comes while files wait goes before them, behind the evaluations that wait', async () => {
  const { begun, send, end, turn } = road();
  const files = ['a', 'b', 'c', 'd'].map((name) => send(name, PHOTO));
  await turn();
  const evaluations = ['e', 'f', 'g', 'h'].map((name) => send(name));
  await turn();
  expect(begun).toEqual(['a', 'b', 'e', 'f']); // Four on the way, two of them files of an unknown link.
  await end('e', 10);
  await end('f', 10);
  expect(begun).toEqual(['a', 'b', 'e', 'f', 'g', 'h', 'c', 'd']);
  for (const name of ['a', 'b', 'g', 'h', 'c', 'd']) await end(name, 10);
  await Promise.all([...files, ...evaluations]);
});

it('S19 after a time-out fewer travel, until answers come again', async () => {
  const { begun, send, end, turn } = road();
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name, PHOTO));
  await turn();
  expect(begun).toEqual(['a', 'b']); // Nobody knows the link yet.
  await end('a', 30_000, 'timeout');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('b', 1, 'timeout');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c', 20_000);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('d', 20_000);
  await Promise.all(all);
});

it('S20 work that fails gives its place to the next', async () => {
  const { traffic } = road();
  await expect(traffic.use(EVALUATION, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  expect(traffic.count).toBe(0);
});
