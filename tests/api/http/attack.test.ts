import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { attacks } from '#tests/attack/attacks.ts';
import { makeAttackWorld } from '#tests/attack/world.ts';
import { type FuzzFiles, makeFuzzFiles } from '#tests/fuzz/files.ts';
import { startListeningServer } from '../support/listening.ts';

let sampleUploadFiles: FuzzFiles;
beforeAll(async () => {
  sampleUploadFiles = await makeFuzzFiles();
});

describe('repetition of past attacks', { tags: ['landing'] }, () => {
  for (const attack of attacks)
    it(`${attack.finding} ${attack.title}`, async () => {
      const target = await startListeningServer('attack');
      onTestFinished(() => target.stop());
      const figures = await attack.run(await makeAttackWorld(target, sampleUploadFiles), 'short');
      expect(figures).not.toEqual([]);
    });
});
