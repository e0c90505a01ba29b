import { AssertionError } from 'node:assert';
import { type FuzzFiles, makeFuzzFiles } from '#tests/fuzz/files.ts';
import { startProcessTarget } from '#tests/fuzz/process-target.ts';
import type { Attack } from './attack.ts';
import { attacks } from './attacks.ts';
import { makeAttackWorld } from './world.ts';

interface AttackOutcome {
  readonly attack: Attack;
  /** Figures if the attack failed, or one sentence that explains how it succeeded. */
  readonly words: readonly string[];
  readonly holds: boolean;
}

async function runAttack(attack: Attack, files: FuzzFiles): Promise<AttackOutcome> {
  const target = await startProcessTarget(attack.env);
  try {
    const world = await makeAttackWorld(target, files);
    return { attack, words: await attack.run(world, 'whole'), holds: true };
  } catch (error) {
    // An error other than an AssertionError, such as a crash of the server, also counts as a successful attack.
    const words = error instanceof AssertionError ? error.message : String(error);
    return { attack, words: [words.replace(/\s+/g, ' ').slice(0, 500)], holds: false };
  } finally {
    await target.stop();
  }
}

const formatAttackRow = ({ attack, words, holds }: AttackOutcome): string =>
  `| ${attack.finding} | ${attack.title} | ${words.join('; ')} | ${holds ? 'held' : 'OPEN'} |`;

/**
 * Runs the attacks and prints a table.
 * @param args ids of findings; none means all
 * @returns true when every attack fails
 */
export async function main(args: readonly string[]): Promise<boolean> {
  const chosen = attacks.filter(({ finding }) => args.length === 0 || args.includes(finding));
  const unknown = args.filter((id) => !attacks.some(({ finding }) => finding === id));
  if (unknown.length > 0) {
    console.log(
      `No attack is called ${unknown.join(', ')}: there are ${attacks.map((one) => one.finding).join(', ')}.`,
    );
    return false;
  }
  const files = await makeFuzzFiles();
  console.log('| finding | title | figures | |\n| --- | --- | --- | --- |');
  let open = 0;
  for (const attack of chosen) {
    const outcome = await runAttack(attack, files);
    console.log(formatAttackRow(outcome));
    if (!outcome.holds) open += 1;
  }
  console.log(`\n${chosen.length - open} held, ${open} open`);
  return open === 0;
}
